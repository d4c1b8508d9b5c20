export { create as default } from '../raw_module.js';
import type { Part } from '../types.js';
export declare const sha256: Readonly<Record<Part | 'core', string>>;
