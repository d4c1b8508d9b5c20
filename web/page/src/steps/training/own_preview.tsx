/** Preview of the training data: number of examples, classes, range of the inputs, and a scatter plot if possible. */
import { use_width } from '../../charts/use_width.ts';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import type { Dataset } from 'ffn-lab';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { shorten } from '../../words/untrusted_text.ts';
import { can_be_drawn, DataPlot, domain_of, markers_of, MarkerSwatch, most_markers } from './data_plot.tsx';
import type { DatasetReply } from './data_calls.ts';
import { described } from './own_state.ts';
import { own_data } from './settings.ts';

const picture = { widest: 400, share: 0.75 };
/** Limits the list of classes. */
const most_classes = 12;

function Picture({ dataset }: { readonly dataset: Dataset }) {
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const width = Math.min(available, picture.widest);
  const markers = markers_of(dataset);
  return (
    <div ref={ref} class="own_picture">
      <DataPlot
        width={width}
        height={width * picture.share}
        x_domain={domain_of(markers.map(({ x }) => x))}
        y_domain={domain_of(markers.map(({ y }) => y))}
        markers={markers}
        format_tick={format_tick}
      />
    </div>
  );
}

/** A number of the summary: `index` is a field of the reply, or `counts.<class>`. */
function Fact({ value, index }: { readonly value: number | undefined; readonly index: string }) {
  const style = index === 'minimum' || index === 'maximum' ? 'tick' : 'count';
  return <Value value={value} style={style} call="training_dataset" tensor="own" index={index} />;
}

function Classes({ reply: { counts }, names }: { readonly reply: DatasetReply; readonly names: readonly string[] | undefined }) {
  if (counts === undefined) return null;
  const shown = Array.from(counts).slice(0, most_classes);
  return (
    <ul class="own_classes" aria-label={t('training.own_classes')}>
      {shown.map((count, index) => (
        <li key={index}>
          <MarkerSwatch kind={index} /> {shorten(names?.[index] ?? String(index))} <Fact value={count} index={`counts.${index}`} />
        </li>
      ))}
      {counts.length > shown.length && <li>…</li>}
    </ul>
  );
}

function Facts({ reply, dataset }: { readonly reply: DatasetReply; readonly dataset: Dataset }) {
  const about = { examples: reply.examples, d_in: reply.d_in };
  const far_from_unit_range = Math.max(Math.abs(reply.minimum), Math.abs(reply.maximum)) > 10;
  return (
    <>
      <p>
        <Message
          id={dataset.labels ? 'training.own_facts_classes' : 'training.own_facts_numbers'}
          values={{
            examples: <Fact value={about.examples} index="examples" />,
            inputs: <Fact value={about.d_in} index="d_in" />,
            outputs: <Fact value={reply.d_out} index="d_out" />,
            minimum: <Fact value={reply.minimum} index="minimum" />,
            maximum: <Fact value={reply.maximum} index="maximum" />,
          }}
        />
      </p>
      <Classes reply={reply} names={dataset.classes} />
      {far_from_unit_range && <p class="hint">{t('training.own_far')}</p>}
    </>
  );
}

/** `picture` shows the scatter plot; not needed if the drawing area already shows the data. */
export function OwnPreview({ picture: with_picture }: { readonly picture: boolean }) {
  const dataset = own_data.value;
  const { current } = described.value;
  if (dataset === undefined) return <p class="own_preview hint">{t('training.own_none')}</p>;
  const drawn = can_be_drawn(dataset);
  return (
    <div class="own_preview" aria-busy={described.pending}>
      <h4>{t('training.own_preview')}</h4>
      {current && <Facts reply={current.reply} dataset={current.request} />}
      {with_picture && drawn && <Picture dataset={dataset} />}
      {!drawn && <p class="hint">{t('training.own_no_picture')}</p>}
      {drawn && (dataset.inputs.shape[0] ?? 0) > most_markers && (
        <p class="hint">{t('training.own_first_drawn', { most: format_number(most_markers, 'count') })}</p>
      )}
    </div>
  );
}
