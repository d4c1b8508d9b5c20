/** The tokens whose logits a neuron's value vector raises and lowers most. */
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { byte_text } from './byte_text.ts';
import { model, opened } from './state.ts';
import type { RankedTokens } from './tokens_calls.ts';
import { value_name } from './tokens_names.ts';
import { TokensProgress } from './tokens_progress.tsx';
import { TokensTable, ranked_table, ranked_vectors } from './tokens_table.tsx';
import {
  embedding,
  shown_vocabulary,
  has_gain,
  lookup_state,
  stop_lookup,
  vocabulary_error,
  vocabulary_request,
  lookup_enabled,
  with_gain,
} from './tokens_vocabulary_state.ts';
import type { VocabularyAnswer } from './tokens_vocabulary_state.ts';
import './tokens.css';

const call = 'checkpoint.tokens_vocabulary';

/** Name of the value vector, parsed by `vocabulary_code` of tokens_code.ts. */
function vector_name({ layer, neuron, layout, gain }: VocabularyAnswer['request']): string {
  const found = opened.value?.models[layout];
  if (found === undefined) return '';
  const name = value_name(found, layer, neuron);
  return gain && found.final_norm ? `${name} · ${found.final_norm.scale}` : name;
}

const both = ({ top, bottom }: VocabularyAnswer['reply']): RankedTokens => ({
  ids: Int32Array.of(...top.ids, ...Array.from(bottom.ids).reverse()),
  values: Float32Array.of(...top.values, ...Array.from(bottom.values).reverse()),
});

function Tables({ answer }: { readonly answer: VocabularyAnswer }) {
  const { request, reply } = answer;
  const { top, bottom } = reply;
  const layers = model.value?.layers ?? [];
  const tensor = vector_name(request);
  const full = Math.max(Math.abs(top.values[0] ?? 0), Math.abs(bottom.values[0] ?? 0));
  const title = t('checkpoint.tokens_words', { layer: layers[request.layer]?.number ?? request.layer, neuron: request.neuron });
  const data = () =>
    ({
      call,
      arguments: request,
      tensors: [...ranked_vectors('top', top), ...ranked_vectors('bottom', bottom)],
      table: ranked_table(both(reply)),
    }) as const;
  const table = (caption: string, ranked: RankedTokens) => (
    <div class="table_frame">
      <TokensTable {...{ caption, ranked, full, call, tensor }} heading={t('checkpoint.tokens_score')} style="cell" />
    </div>
  );
  return (
    <FigureFrame name="value_vocabulary" title={title} data={data}>
      <p class="tokens_title">{title}</p>
      <div class="tokens_pair">
        {table(t('checkpoint.tokens_top'), top)}
        {table(t('checkpoint.tokens_bottom'), bottom)}
      </div>
    </FigureFrame>
  );
}

function Controls({ size }: { readonly size: string }) {
  const state = lookup_state.value;
  return (
    <div class="tokens_run">
      {lookup_enabled.value ? (
        <button type="button" class="button" onClick={stop_lookup}>
          {t(state === undefined ? 'checkpoint.tokens_follow_off' : 'checkpoint.tokens_stop')}
        </button>
      ) : (
        <button type="button" class="button" onClick={() => void (lookup_enabled.value = true)}>
          {t('checkpoint.tokens_look_up', { size })}
        </button>
      )}
      {has_gain.value && (
        <label class="tokens_gain">
          <input type="checkbox" checked={with_gain.value} onChange={(event) => void (with_gain.value = event.currentTarget.checked)} />
          <span>
            <Message id="checkpoint.tokens_gain" />
          </span>
        </label>
      )}
      {state !== undefined && <TokensProgress progress={state === 'started' ? undefined : state} />}
    </div>
  );
}

export function TokensNeuronVocabulary() {
  const rows = embedding.value;
  const selected = vocabulary_request.value;
  const answer = shown_vocabulary.value;
  if (selected === undefined || rows === undefined) return null;
  const size = byte_text(rows.byte_length);
  const stale =
    answer !== undefined &&
    (answer.request.layer !== selected.layer || answer.request.neuron !== selected.neuron || answer.request.gain !== selected.gain);
  return (
    <div class="tokens tokens_vocabulary">
      <h4>{t('checkpoint.tokens_vocabulary')}</h4>
      <p class="note">
        <Message id="checkpoint.tokens_vocabulary_text" />
      </p>
      <Controls size={size} />
      <CallErrorNotice error={vocabulary_error.value} />
      {answer && (
        <div class={stale ? 'tokens_stale' : undefined} aria-busy={lookup_state.value !== undefined}>
          <Tables answer={answer} />
        </div>
      )}
    </div>
  );
}
