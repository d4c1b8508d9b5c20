/** The engine ffn-lab with gradients in the arrays of the call before. */
import { make_engine } from './ffn_lab.ts';

export const engine = make_engine({ into: true });
