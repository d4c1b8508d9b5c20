/** Opens the models of the facts in a worker. */
import { read_planes } from '#edition/planes.ts';
import type { Lab } from 'ffn-lab';
import variants from '../../../model/variants.json';
import vocabulary_text from '../../../model/vocabulary.json?raw';
import type { Facts } from '../compute/examples.ts';
import type { FactActivation } from '../state/url_state.ts';
import type { CorpusFile, History, VariantState } from './corpus.ts';

export { vocabulary_text };

/** Results of training variants of the models. */
export const variants_file = variants as {
  readonly d_model: number;
  readonly of: number;
  readonly runs: readonly (VariantState & {
    readonly loss: number;
    readonly right: number;
    readonly right_without: number;
    readonly history: History;
  })[];
};

export const corpus = JSON.parse(vocabulary_text) as CorpusFile;

const packed = {
  gelu: () => import('virtual:facts/gelu'),
  relu: () => import('virtual:facts/relu'),
};

/** Returns the bytes that plugins/facts_archive.ts has packed. */
export async function unpack_facts(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const planes = await read_planes(text);
  const even = (planes.length + (planes.length % 2)) / 2;
  return Uint8Array.from(
    planes,
    (_, index) => planes[index % 2 === 0 ? index / 2 : even + (index - 1) / 2] ?? 0,
  );
}

/** Returns the bytes of web/model/facts.ACTIVATION.safetensors. */
export const model_file = async (activation: FactActivation) =>
  unpack_facts((await packed[activation]()).default);

export async function open_facts(lab: Lab, activation: FactActivation): Promise<Facts> {
  const checkpoint = await lab.open_checkpoint(await model_file(activation));
  const model = await checkpoint.language_model();
  checkpoint.dispose();
  return { model, corpus };
}
