/** Imports inside web/page/src against the order of page_layers.mjs. No line may be added: an import that is gone is removed from the list. */
export const known_imports = [
  'numbers/lazy_calls.ts → steps/training/data_calls.ts',
  'numbers/lazy_handlers.ts → steps/training/data_handlers.ts',
  'steps/checkpoint/open_file.tsx → shell/core_notice.tsx',
  'steps/checkpoint/open_file.tsx → shell/drop_guard.ts',
  'steps/training/step.tsx → shell/core_notice.tsx',
];
