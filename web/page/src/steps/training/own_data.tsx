/** Editor of the user's own data set, drawn by hand or as CSV, with a preview of the training data. */
import { Choice } from '../../controls/choice.tsx';
import { t } from '../../words/i18n.ts';
import { class_names, drawn_kinds } from './own_points.ts';
import { OwnCsv } from './own_csv.tsx';
import { OwnPad } from './own_pad.tsx';
import { OwnPreview } from './own_preview.tsx';
import { change_points, drawing, drawn_kind, edit_as_csv, own_source, own_sources, own_tool, undo_points } from './own_state.ts';
import './own_data.css';

/** Tools of the drawing area; a curve has one kind of point. */
const tools = { classes: [...class_names, 'remove'], curve: ['A', 'remove'] } as const;

function tool_label(tool: (typeof tools)['classes'][number]): string {
  if (tool === 'remove') return t('training.own_remove');
  return drawn_kind.value === 'curve' ? t('training.own_point') : t('training.own_class', { name: tool });
}

function DrawControls() {
  const kind = drawn_kind.value;
  const options = tools[kind].map((name) => ({ name, label: tool_label(name) }));
  const chosen = options.some(({ name }) => name === own_tool.value) ? own_tool.value : 'A';
  return (
    <div class="controls">
      <Choice
        legend={t('training.own_kind')}
        options={drawn_kinds.map((name) => ({ name, label: t(`training.own_kind_${name}`) }))}
        value={kind}
        on_choose={(name) => (drawn_kind.value = name)}
      />
      <Choice legend={t('training.own_tool')} options={options} value={chosen} on_choose={(name) => (own_tool.value = name)} />
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

export function OwnData() {
  const source = own_source.value;
  return (
    <div class="own_data" role="group" aria-label={t('training.own_title')}>
      <h3>{t('training.own_title')}</h3>
      <Choice
        legend={t('training.own_source')}
        options={own_sources.map((name) => ({ name, label: t(`training.own_source_${name}`) }))}
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
        <OwnPreview picture={source === 'csv'} />
      </div>
    </div>
  );
}
