/** The model, its vocabulary and its sentences as files, and the program that runs it in PyTorch. */
import { computed } from '@preact/signals';
import { CopyText } from '../../controls/copy_text.tsx';
import { Downloads } from '../../export/downloads.tsx';
import { corpus, facts_worker, word_text } from '../../facts/answers.ts';
import { asked } from '../../facts/chosen.ts';
import { corpus_text, type Corpus } from '../../facts/corpus.ts';
import { pytorch_program } from '../../facts/pytorch.ts';
import { store } from '../../numbers/store.ts';
import { fact_activations, type FactActivation } from '../../numbers/url_state.ts';
import { Paragraph } from '../../words/message.tsx';

const file = (name: string, make: () => Blob | Promise<Blob>) => ({ name, label: name, make });

async function model_file(activation: FactActivation): Promise<Blob> {
  const bytes = await facts_worker.call('model_file', { activation });
  return new Blob([bytes], { type: 'application/octet-stream' });
}

const files_of = (shown: Corpus) => [
  ...fact_activations.map((activation) => file(`facts.${activation}.safetensors`, () => model_file(activation))),
  file('vocabulary.json', async () => new Blob([await facts_worker.call('vocabulary_file', undefined)], { type: 'application/json' })),
  file('sentences.txt', () => new Blob([corpus_text(shown)], { type: 'text/plain' })),
];

const program = computed(() => pytorch_program(store.fact_activation.value, asked.value?.prompt.map(word_text) ?? []));

export function ModelFiles() {
  const shown = corpus.value;
  if (shown === undefined) return null;
  return (
    <>
      <Paragraph class="note" id="facts.files_text" />
      <Downloads files={files_of(shown)} />
      <CopyText title="PyTorch" code text={program} />
    </>
  );
}
