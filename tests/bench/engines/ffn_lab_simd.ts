/** Our package as it runs where a browser has no relaxed SIMD. */
import { make_engine } from './ffn_lab.ts';

export const engine = make_engine('simd');
