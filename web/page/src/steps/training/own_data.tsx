/** Editor of the user's own data set, drawn by hand or as CSV, with a preview of the training data. */
import type { Dataset } from 'ffn-lab';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { can_be_drawn, DataPlot, domain_of, markers_of, MarkerSwatch, most_markers } from './data_plot.tsx';
import { class_names, drawn_kinds } from './own_points.ts';
import type { ClassName } from './own_points.ts';
import { OwnCsv } from './own_csv.tsx';
import { OwnPad } from './own_pad.tsx';
import { change_points, dataset_facts, described, drawing, drawn_kind } from './own_state.ts';
import { edit_as_csv, own_source, own_sources, own_tool, undo_points } from './own_state.ts';
import { own_data } from './settings.ts';
import './own_data.css';

/** Tools of the drawing area; a curve has one kind of point. */
const tools = { classes: [...class_names, 'remove'], curve: ['A', 'remove'] } as const;

function tool_label(tool: (typeof tools)['classes'][number]): string {
  if (tool === 'remove') return t('training.own_remove');
  return drawn_kind.value === 'curve' ? t('training.own_point') : t('training.own_class', { name: tool });
}

function DrawControls() {
  const kind = drawn_kind.value;
  const names: readonly (ClassName | 'remove')[] = tools[kind];
  const chosen = names.includes(own_tool.value) ? own_tool.value : 'A';
  return (
    <div class="controls">
      <Choice
        legend={t('training.own_kind')}
        values={drawn_kinds}
        label={(name) => t(`training.own_kind_${name}`)}
        value={kind}
        on_choose={(name) => (drawn_kind.value = name)}
      />
      <Choice
        legend={t('training.own_tool')}
        values={names}
        label={tool_label}
        value={chosen}
        on_choose={(name) => (own_tool.value = name)}
      />
    </div>
  );
}

function DrawButtons() {
  const { points, undo_stack } = drawing.value;
  return (
    <div class="own_buttons">
      <button type="button" class="button" disabled={undo_stack.length === 0} onClick={undo_points}>
        {t('training.own_undo')}
      </button>
      <button type="button" class="button" disabled={points.length === 0} onClick={() => change_points([])}>
        {t('training.own_clear')}
      </button>
      <button type="button" class="button" disabled={points.length === 0} onClick={edit_as_csv}>
        {t('training.own_as_csv')}
      </button>
    </div>
  );
}

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

type Facts = NonNullable<typeof dataset_facts.value>;

function Classes({ facts, names }: { readonly facts: Facts; readonly names: readonly string[] | undefined }) {
  const { counts } = facts.value;
  if (counts === undefined) return null;
  const shown = Array.from(counts.keys()).slice(0, most_classes);
  return (
    <ul class="own_classes" aria-label={t('training.own_classes')}>
      {shown.map((index) => (
        <li key={index}>
          <MarkerSwatch kind={index} /> {shorten(names?.[index] ?? String(index))}{' '}
          <Value of={facts} path={`counts.${index}`} style="count" />
        </li>
      ))}
      {counts.length > shown.length && <li>…</li>}
    </ul>
  );
}

function Description({ facts, dataset }: { readonly facts: Facts; readonly dataset: Dataset }) {
  const { minimum, maximum } = facts.value;
  const far_from_unit_range = Math.max(Math.abs(minimum), Math.abs(maximum)) > 10;
  const values = {
    examples: <Value of={facts} path="examples" style="count" />,
    inputs: <Value of={facts} path="d_in" style="count" />,
    outputs: <Value of={facts} path="d_out" style="count" />,
    minimum: <Value of={facts} path="minimum" style="tick" />,
    maximum: <Value of={facts} path="maximum" style="tick" />,
  };
  return (
    <>
      <p>
        <Message id={dataset.labels ? 'training.own_facts_classes' : 'training.own_facts_numbers'} values={values} />
      </p>
      <Classes facts={facts} names={dataset.classes} />
      {far_from_unit_range && <p class="hint">{t('training.own_far')}</p>}
    </>
  );
}

/** The data set in numbers; `picture` adds a scatter plot, which is not needed if the drawing area already shows the data. */
function Preview({ picture: with_picture }: { readonly picture: boolean }) {
  const dataset = own_data.value;
  const facts = dataset_facts.value;
  if (dataset === undefined) return <p class="own_preview hint">{t('training.own_none')}</p>;
  const drawn = can_be_drawn(dataset);
  return (
    <div class="own_preview" aria-busy={described.pending}>
      <h4>{t('training.own_preview')}</h4>
      {facts && <Description facts={facts} dataset={described.value.current?.request.own ?? dataset} />}
      {with_picture && drawn && <Picture dataset={dataset} />}
      {!drawn && <p class="hint">{t('training.own_no_picture')}</p>}
      {drawn && (dataset.inputs.shape[0] ?? 0) > most_markers && (
        <p class="hint">{t('training.own_first_drawn', { most: format_number(most_markers, 'count') })}</p>
      )}
    </div>
  );
}

export function OwnData() {
  const source = own_source.value;
  return (
    <div class="own_data" role="group" aria-label={t('training.own_title')}>
      <h3>{t('training.own_title')}</h3>
      <Choice
        legend={t('training.own_source')}
        values={own_sources}
        label={(name) => t(`training.own_source_${name}`)}
        value={source}
        on_choose={(name) => (own_source.value = name)}
      />
      <div class="own_columns">
        {source === 'draw' ? (
          <div class="own_draw">
            <DrawControls />
            <OwnPad />
            <DrawButtons />
          </div>
        ) : (
          <OwnCsv />
        )}
        <Preview picture={source === 'csv'} />
      </div>
    </div>
  );
}
