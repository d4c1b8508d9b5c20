/** The network is position-wise: one token is replaced, and all outputs are compared with the originals, bit by bit. */
import { ArrowButton } from '../../controls/arrow_button.tsx';
import type { Difference } from 'ffn-lab';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { memo } from '../../words/memo.ts';
import { Value } from '../../numbers/value.tsx';
import { core_resource } from '../../numbers/resource.ts';
import type { FeedForwardRequest, IndependenceReply } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { attended, choose_example, store } from '../../numbers/store.ts';
import { forward_request } from '../../numbers/forward_request.ts';
import { independence_data } from './figure.ts';
import { TokensGuess } from './guess.tsx';
import { leading_index } from '../../numbers/token_choice.tsx';
import './independence.css';

const has_one_token = ({ example, pasted }: FeedForwardRequest) => example === 'notebook_token' || pasted?.shape[0] === 1;

/** No request for a single token: there is no other token to compare. */
const comparison = core_resource('independence', () => {
  const request = forward_request();
  if (request === undefined || has_one_token(request)) return undefined;
  return { ...request, token: store.token.value };
});

const layers = ['feed_forward', 'attention'] as const;

function Cells({ layer, row, token }: { readonly layer: (typeof layers)[number]; readonly row: Difference; readonly token: number }) {
  const tensor = `${layer}, token ${token}`;
  return (
    <>
      <td class={row.differing === 0 ? 'unchanged' : 'changed'}>
        <Value value={row.differing} style="count" call="difference_by_token" tensor={tensor} index="differing" />
      </td>
      <td class={row.differing === 0 ? 'unchanged' : 'changed'}>
        <Value value={row.largest} style="cell" call="difference_by_token" tensor={tensor} index="largest" />
      </td>
    </>
  );
}

interface TokenRowProps {
  readonly token: number;
  readonly place: string;
  readonly replaced: boolean;
  readonly attended: boolean;
  readonly feed_forward: Difference;
  readonly attention: Difference;
}

const TokenRow = memo(function TokenRow({ token, place, replaced, attended, feed_forward, attention }: TokenRowProps) {
  return (
    <tr
      class={`${replaced ? 'replaced' : ''} ${attended ? 'row_attended' : ''}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && (store.hovered_token.value = token)}
      onPointerLeave={() => (store.hovered_token.value = undefined)}
    >
      <th scope="row">
        {place}
        {replaced && <span class="replaced_label">{t('independence.replaced')}</span>}
      </th>
      <Cells layer="feed_forward" row={feed_forward} token={token} />
      <Cells layer="attention" row={attention} token={token} />
    </tr>
  );
});

function Rows({ reply }: { readonly reply: IndependenceReply }) {
  return (
    <div class="table_frame">
      <table class="numbers independence_table">
        <caption>{t('independence.table', { features: reply.features })}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('token.choose')}
            </th>
            {layers.map((layer) => (
              <th key={layer} scope="colgroup" colSpan={2}>
                {t(`independence.${layer}`)}
              </th>
            ))}
          </tr>
          <tr>
            {layers.flatMap((layer) =>
              (['differing', 'largest'] as const).map((column) => (
                <th key={`${layer} ${column}`} scope="col">
                  {t(`independence.${column}`)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {reply.feed_forward.map((row, token) => (
            <TokenRow
              key={token}
              token={token}
              place={`[${leading_index(token, reply.shape).join(', ')}]`}
              replaced={token === reply.token}
              attended={token === attended.value?.token}
              feed_forward={row}
              attention={reply.attention[token] ?? row}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Experiments({ reply: { experiments } }: { readonly reply: IndependenceReply }) {
  return (
    <ul class="experiments">
      {(['alone', 'permuted', 'others'] as const).map((name) => (
        <li key={name}>
          <Message
            id={`independence.${name}`}
            values={{
              differing: <Value value={experiments[name].differing} style="count" call="independence" tensor={name} index="differing" />,
              count: <Value value={experiments[name].count} style="count" call="independence" tensor={name} index="count" />,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function TokenButtons({ reply }: { readonly reply: IndependenceReply }) {
  const last = reply.feed_forward.length - 1;
  // Steps from the chosen token, not from the reply's: the next click may precede the reply.
  const step = (by: number) => () => (store.token.value = Math.min(last, Math.max(0, Math.min(store.token.value, last) + by)));
  return (
    <div class="token_choice">
      <span>{t('independence.replace')}</span>
      <ArrowButton arrow="‹" label={t('token.previous')} disabled={reply.token === 0} on_click={step(-1)} />
      <strong>{`[${leading_index(reply.token, reply.shape).join(', ')}]`}</strong>
      <ArrowButton arrow="›" label={t('token.next')} disabled={reply.token === last} on_click={step(1)} />
    </div>
  );
}

function OneToken() {
  return (
    <p class="note">
      {t('independence.one_token')}{' '}
      <button type="button" class="button button_small" onClick={() => choose_example('notebook_batch')}>
        {t('example.notebook_batch')}
      </button>
    </p>
  );
}

export function Panel() {
  const { current, error } = comparison.value;
  const answer = current?.reply.example === store.example.value ? current : undefined;
  const shown = answer?.reply;
  const request = forward_request();
  const alone = request !== undefined && has_one_token(request);
  return (
    <div class="prose_and_figure" aria-busy={comparison.pending}>
      <div class="prose">
        <TokensGuess />
        {answer_shown('other_tokens') && (
          <>
            <p>
              <Message id="independence.lead" />
            </p>
            <p>
              <Message id="independence.attention_text" />
            </p>
            {!alone && shown && <Experiments reply={shown} />}
          </>
        )}
        <p class="try">
          <Message id="independence.try" />
        </p>
      </div>
      <figure class="independence_figure">
        <CallErrorNotice error={error} />
        {alone && <OneToken />}
        {!alone && shown && (
          <>
            <TokenButtons reply={shown} />
            <Covered questions={['other_tokens']}>
              <FigureFrame
                name="independence"
                title={t('independence.table', { features: shown.features })}
                data={() => independence_data(answer, (token) => `[${leading_index(token, shown.shape).join(', ')}]`)}
              >
                <Rows reply={shown} />
              </FigureFrame>
            </Covered>
          </>
        )}
        {!alone && !shown && <div class="waiting_cells" aria-hidden="true" />}
      </figure>
    </div>
  );
}
