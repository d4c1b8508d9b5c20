/** The most probable next tokens after the whole model has run. */
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { opened } from './state.ts';
import { run } from './tokens_state.ts';
import { TokensTable, ranked_table, ranked_vectors } from './tokens_table.tsx';

const call = 'checkpoint.tokens_next';

export function NextTokens() {
  const now = run.value;
  const next = now?.reply?.next;
  if (now?.phase !== 'done') return null;
  if (next === undefined)
    return (
      <p class="note">
        <Message id="checkpoint.tokens_no_norm" />
      </p>
    );
  const title = t('checkpoint.tokens_next');
  const { ids } = now.tokens;
  const data = () =>
    ({ call, arguments: { file: opened.peek()?.name, ids }, tensors: ranked_vectors('next', next), table: ranked_table(next) }) as const;
  return (
    <FigureFrame name="next_tokens" title={title} data={data}>
      <div class="table_frame">
        <TokensTable
          caption={<Message id="checkpoint.tokens_next_caption" values={{ token: now.tokens.labels.at(-1) ?? '' }} />}
          heading={t('checkpoint.tokens_probability')}
          ranked={next}
          style="percent"
          full={1}
          call={call}
          tensor={ids.join(' ')}
        />
      </div>
    </FigureFrame>
  );
}
