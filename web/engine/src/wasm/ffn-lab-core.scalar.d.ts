export { create as default } from '../edge/raw_module.js';
export declare const build: string;
export declare const sha256: string;
