/** The engine ffn-lab in the variant for browsers without relaxed SIMD. */
import { make_engine } from './ffn_lab.ts';

export const engine = make_engine({ variant: 'simd' });
