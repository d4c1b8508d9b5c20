/** Imports inside web/page/src against the order of page_layers.mjs. No line may be added: an import that is gone is removed from the list. */
export const known_imports = [];
