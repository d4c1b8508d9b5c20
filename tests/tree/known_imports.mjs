/** Imports inside web/page/src against the order of page_layers.mjs. No line may be added: an import that is gone is removed from the list. */
export const known_imports = [
  'numbers/handlers.ts → steps/recipes.ts',
  'numbers/self_check.ts → steps/proof/self_test.ts',
  'numbers/service.ts → steps/checkpoint/service.ts',
  'numbers/service.ts → steps/proof/service.ts',
  'numbers/service.ts → steps/speed/service.ts',
  'numbers/service.ts → steps/training/service.ts',
  'numbers/url_state.ts → speed/cases.ts',
  'numbers/url_state.ts → speed/results.ts',
  'steps/glossary/step.tsx → steps/index.ts',
];
