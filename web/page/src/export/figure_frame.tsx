/**
 * Frame of every figure: name, text alternative, and collapsible tools: the table of its numbers,
 * data files and pictures.
 */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { NumberTable } from '../controls/number_table.tsx';
import { core_state } from '../compute/connection.ts';
import { hash } from '../state/store.ts';
import { Value } from '../numbers/value.tsx';
import { t, format_count, format_number } from '../words/i18n.ts';
import { Downloads, text_file, type SavedFile } from './downloads.tsx';
import { can_embed, EmbedCode } from './embed_code.tsx';
import type { FigureData, Column } from './figure_data.ts';
import { png_file } from './png_file.ts';
import { svg_file, type SvgFile } from './svg_file.ts';
import { write_csv, write_json, type FileOrigin } from './writers.ts';

/** Limits of the table; the downloaded files contain all numbers. */
const most_rows = 100;
const most_columns = 32;

function cells_of({ at, place }: Column, rows: number) {
  const values = Array.from({ length: rows }, (_, row) => at(row));
  const style = values.every((value) => Number.isInteger(value)) ? 'count' : 'precise';
  return values.map((value, row) => {
    const { answer, path } = place?.(row) ?? {};
    if (typeof value === 'string') return value;
    return answer ? (
      <Value of={answer} path={path as never} style={style} />
    ) : (
      format_number(value, style)
    );
  });
}

function FigureTable({
  title,
  data: { table },
}: {
  readonly title: string;
  readonly data: FigureData;
}) {
  const columns = table.columns.slice(0, most_columns);
  const rows = Math.min(table.rows, most_rows);
  const { row_name = String } = table;
  const cells = columns.map((column) => cells_of(column, rows));
  const all = {
    all_rows: format_count(table.rows),
    all_columns: format_count(table.columns.length),
  };
  return (
    <>
      <NumberTable
        frame="figure_table"
        caption={<span class="visually_hidden">{t('figure.table_of', { title })}</span>}
        heads={[t('figure.row'), ...columns.map(({ name }) => <code key={name}>{name}</code>)]}
        rows={Array.from({ length: rows }, (_, row) => ({
          head: row_name(row),
          cells: cells.map((column) => column[row]),
        }))}
      />
      {(rows < table.rows || columns.length < table.columns.length) && (
        <p class="hint">
          {t('figure.cut', {
            rows: format_count(rows),
            columns: format_count(columns.length),
            ...all,
          })}
        </p>
      )}
    </>
  );
}

interface FigureSource {
  /** Part of the file names: `hidden_histograms`. */
  readonly name: string;
  readonly title: string;
  /** Undefined while there are no numbers. */
  readonly data: () => FigureData | undefined;
}

interface FigureToolsProps extends FigureSource {
  /** Returns the drawings as a file; undefined for a figure without drawing. */
  readonly drawing: (() => SvgFile) | undefined;
}

function files_of({ name, data, drawing }: FigureToolsProps): readonly SavedFile[] {
  const numbers = () => {
    const found = data();
    if (found === undefined) throw new Error('there are no numbers yet');
    return found;
  };
  const file = (format: string, make: SavedFile['make']) => ({
    name: `ffn-lab_${name}.${format}`,
    label: format.toUpperCase(),
    make,
  });
  return [
    file('csv', () => text_file(write_csv(numbers().table), 'text/csv')),
    file('json', () => text_file(write_json(origin_of(name), numbers()), 'application/json')),
    ...(drawing
      ? [
          file('svg', () => text_file(drawing().text, 'image/svg+xml')),
          file('png', () => png_file(drawing())),
        ]
      : []),
  ];
}

function origin_of(figure: string): FileOrigin {
  const state = core_state.peek();
  const { version, variant, build } =
    state.phase === 'ready' ? state.info : { version: '', variant: '', build: '' };
  return { figure, version, variant, build, address: hash.peek() };
}

function FigureTools(props: FigureToolsProps) {
  const id = useId();
  const [open, set_open] = useState<'closed' | 'files' | 'table' | 'embed'>('closed');
  const data = open === 'table' ? props.data() : undefined;
  return (
    <div class="figure_tools">
      <button
        type="button"
        class="figure_tools_button"
        aria-expanded={open !== 'closed'}
        aria-controls={open === 'closed' ? undefined : id}
        onClick={() => set_open(open === 'closed' ? 'files' : 'closed')}
      >
        {t('figure.tools')}
        <span class="visually_hidden"> ({props.title})</span>
      </button>
      {open !== 'closed' && (
        <div id={id} class="figure_tools_open">
          <div class="figure_tools_row">
            <Button
              text={t('figure.table')}
              small
              aria-pressed={open === 'table'}
              on_click={() => set_open(open === 'table' ? 'files' : 'table')}
            />
            <Downloads files={files_of(props)} />
            {can_embed() && (
              <Button
                text={t('embed.button')}
                small
                aria-expanded={open === 'embed'}
                on_click={() => set_open(open === 'embed' ? 'files' : 'embed')}
              />
            )}
          </div>
          {data && <FigureTable title={props.title} data={data} />}
          {open === 'embed' && <EmbedCode figure={props.name} title={props.title} />}
        </div>
      )}
    </div>
  );
}

interface FigureFrameProps extends FigureSource {
  /** Text alternative, for screen readers and for the downloaded pictures. */
  readonly description?: ComponentChildren;
  /** Id of a visible element that serves as the text alternative. */
  readonly described_by?: string;
  /**
   * The figure can be saved as a picture: it contains `svg.plot` or canvas elements, with
   * `.plot_title` above them.
   */
  readonly drawing?: boolean;
  /** Caption below the saved picture, for context that the page shows around the figure. */
  readonly note?: () => string;
  readonly children: ComponentChildren;
}

export function FigureFrame({
  description,
  described_by,
  drawing = false,
  note,
  children,
  ...source
}: FigureFrameProps) {
  const own_id = useId();
  const host = useRef<HTMLDivElement>(null);
  const text_id = described_by ?? (description === undefined ? undefined : own_id);
  const get_drawing = () => {
    if (host.current === null) throw new Error('there is no drawing yet');
    const text = document.getElementById(text_id ?? '')?.textContent ?? '';
    return svg_file(host.current, {
      title: source.title,
      description: text.trim(),
      note: note?.(),
    });
  };
  return (
    <div
      class="figure_frame"
      role="group"
      aria-label={source.title}
      aria-describedby={text_id}
      data-figure={source.name}
    >
      <div class="figure_drawing" ref={host}>
        {children}
      </div>
      {description !== undefined && (
        <p id={own_id} class="visually_hidden">
          {description}
        </p>
      )}
      <FigureTools {...source} drawing={drawing ? get_drawing : undefined} />
    </div>
  );
}
