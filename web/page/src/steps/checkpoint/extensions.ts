/** Components that other files add to the panel; undefined leaves one out. */
import type { ComponentType } from 'preact';
import { TokensNeuronVocabulary } from './tokens_neuron_vocabulary.tsx';
import { TokensInput } from './tokens_text_input.tsx';

/** Computes inputs from a text and stores them in `text_input` of state.ts. Offered as a kind of input if the file has whole blocks. */
export const TextInput: ComponentType | undefined = TokensInput;

/** Shown below the selected neuron. */
export const NeuronVocabulary: ComponentType | undefined = TokensNeuronVocabulary;
