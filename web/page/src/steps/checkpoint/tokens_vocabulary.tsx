/** The tokens whose logits a neuron's value vector raises and lowers most. */
import { computed, effect, signal } from '@preact/signals';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { answer_of, long_call, neuron } from './answers.ts';
import { byte_text, layer_number } from './part.tsx';
import type { CheckpointCalls } from './service.ts';
import { layer, layout, model, opened } from './state.ts';
import { token_embedding } from './token_recipe.ts';
import { ranked_data, TokensProgress, TokensTable } from './tokens_table.tsx';
import './tokens.css';

type Request = CheckpointCalls['vocabulary']['request'];

interface Found {
  readonly request: Request;
  readonly answer: Answer<CheckpointCalls['vocabulary']['reply']>;
}

const embedding = computed(() => token_embedding(model.value));

/** Whether the user has enabled the lookup, which is then repeated for every selected neuron. */
const lookup_enabled = signal(false);
const with_gain = signal(true);

/** Whether the file has the final layer norm. */
const has_gain = computed(() => model.value?.final_norm !== undefined);

/** Request for the selected neuron, whether or not the lookup is enabled. */
const wanted = computed((): Request | undefined => {
  const [file, unit] = [opened.value, neuron.value];
  if (file === undefined || unit === undefined || embedding.value === undefined) return undefined;
  const gain = with_gain.value && has_gain.value;
  return { opened: file.id, state: { layer: layer.value, layout: layout.value, neuron: unit, gain } };
});

const lookup = long_call('vocabulary');

const last_found = signal<Found | undefined>(undefined);
/** Answer for the open file; still that of the previous neuron while the next one is looked up. */
const found = computed(() => (last_found.value?.request.opened === opened.value?.id ? last_found.value : undefined));

effect(() => {
  const request = wanted.value;
  if (!lookup_enabled.value || request === undefined) return;
  void lookup.start(request).then((reply) => {
    if (typeof reply !== 'string') last_found.value = { request, answer: answer_of('vocabulary', reply, request.state) };
  });
});

function stop_lookup(): void {
  lookup_enabled.value = false;
  lookup.stop();
}

// Another file needs the user's consent again, because its embedding may be large.
opened.subscribe(stop_lookup);

function Tables({ answer, request: { state } }: Found) {
  const { top, bottom } = answer.value;
  const full = Math.max(Math.abs(top.values[0] ?? 0), Math.abs(bottom.values[0] ?? 0));
  const title = t('checkpoint.tokens_words', { layer: layer_number(state.layer), neuron: state.neuron });
  const table = { answer, full, heading: t('checkpoint.tokens_score'), style: 'cell' } as const;
  return (
    <FigureFrame name="value_vocabulary" title={title} data={() => ranked_data(answer, { top }, { bottom })}>
      <p class="tokens_title">{title}</p>
      <div class="tokens_pair">
        <TokensTable {...table} name="top" caption={t('checkpoint.tokens_top')} />
        <TokensTable {...table} name="bottom" caption={t('checkpoint.tokens_bottom')} />
      </div>
    </FigureFrame>
  );
}

function Controls() {
  const running = lookup.running.value;
  return (
    <div class="tokens_run">
      {lookup_enabled.value ? (
        <button type="button" class="button" onClick={stop_lookup}>
          {t(running ? 'checkpoint.tokens_stop' : 'checkpoint.tokens_follow_off')}
        </button>
      ) : (
        <button type="button" class="button" onClick={() => void (lookup_enabled.value = true)}>
          {t('checkpoint.tokens_look_up', { size: byte_text(embedding.value?.byte_length ?? 0) })}
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
      {running && <TokensProgress progress={lookup.progress.value} />}
    </div>
  );
}

export function NeuronVocabulary() {
  const [shown, request] = [found.value, wanted.value];
  if (request === undefined) return null;
  const { layer: at, neuron: unit, gain } = request.state;
  const of = shown?.request.state;
  const stale = of !== undefined && (of.layer !== at || of.neuron !== unit || of.gain !== gain);
  return (
    <div class="tokens tokens_vocabulary">
      <h4>{t('checkpoint.tokens_vocabulary')}</h4>
      <p class="note">
        <Message id="checkpoint.tokens_vocabulary_text" />
      </p>
      <Controls />
      <CallErrorNotice error={lookup.error.value} />
      {shown && (
        <div class={stale ? 'tokens_stale' : undefined} aria-busy={lookup.running.value}>
          <Tables {...shown} />
        </div>
      )}
    </div>
  );
}
