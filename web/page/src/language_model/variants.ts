/** Results of variants of the models of the facts, trained ahead by web/model/train. */
import { facts_answer } from './answers.ts';

export const variants = facts_answer('variants', () => ({}));
