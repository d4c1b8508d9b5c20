/** The files of the facts as web/model has them, and the results of training variants of them. */
import type { Given } from '../compute/recipe.ts';
import {
  corpus as corpus_file,
  model_file as read_model,
  variants_file,
  vocabulary_text,
} from './open.ts';
import type { TwinState } from './recipe.ts';

export const corpus = () => corpus_file;

export const vocabulary_file = () => vocabulary_text;

export const model_file = (_: Given, { activation }: TwinState) => read_model(activation);

/** Their numbers are those of `trained`, which trains a variant again. */
export const variants = () => variants_file;
