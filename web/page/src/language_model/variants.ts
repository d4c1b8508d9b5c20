/** What variants of the models of the facts have learnt, trained ahead by web/model/train. */
import { facts_answer } from './answers.ts';

export const variants = facts_answer('variants', () => ({}));
