export { build, default, sha256 } from './ffn-lab.relaxed.js';
