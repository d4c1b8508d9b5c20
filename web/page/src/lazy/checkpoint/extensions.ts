/** What others add to the panel: a component a line. */
import type { ComponentType } from 'preact';
import { TokensNeuronVocabulary } from './tokens_neuron_vocabulary.tsx';
import { TokensInput } from './tokens_text_input.tsx';

/** Makes inputs out of a text: sets `text_input` of state.ts. Shown, and offered as a kind of input, where the file has whole blocks. */
export const TextInput: ComponentType | undefined = TokensInput;

/** Beside the value vector of the neuron that is looked at. */
export const NeuronVocabulary: ComponentType | undefined = TokensNeuronVocabulary;
