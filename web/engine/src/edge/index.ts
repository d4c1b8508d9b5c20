/**
 * The interface of this folder for the others; files that workers load import its files directly,
 * to load no more than they need.
 */
export * from './abort.js';
export * from './module_instance.js';
export * from './describe.js';
export * from './errors.js';
export * from './evaluation.js';
export * from './globals.js';
export * from './guard.js';
export * from './owned.js';
export * from './platform_types.js';
export * from './raw_module.js';
export * from './schema.js';
export * from './start.js';
export * from './types.js';
export * from './validate.js';
export * from './variant.js';
export * from './weights.js';
