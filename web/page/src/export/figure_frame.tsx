/** Frame of every figure: name, text alternative, and collapsible tools: the table of its numbers, data files and pictures. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { NumberTable } from '../controls/number_table.tsx';
import { core_state } from '../numbers/connection.ts';
import { hash } from '../numbers/store.ts';
import { Value } from '../numbers/value.tsx';
import { t, format_count } from '../words/i18n.ts';
import { memo } from '../words/memo.ts';
import { Downloads, type SavedFile } from './downloads.tsx';
import type { FigureData, Column } from './figure_data.ts';
import { png_file } from './png_file.ts';
import { svg_file, type FigureText } from './svg_file.ts';
import { write_csv, write_json } from './writers.ts';

/** Limits of the table; the downloaded files contain all numbers. */
const most_rows = 100;
const most_columns = 32;

interface CellProps extends Pick<FigureData, 'answer'> {
  readonly column: Column;
  readonly row: number;
}

function Cell({ answer, column, row }: CellProps) {
  const value = column.at(row);
  if (typeof value === 'string') return <td>{value}</td>;
  const tensor = typeof column.tensor === 'function' ? column.tensor(row) : (column.tensor ?? column.name);
  const index = column.index?.(row) ?? row;
  const of = column.answer?.(row) ?? answer;
  return (
    <td>
      <Value of={of} path={`${tensor}.${index}` as never} style={column.style} />
    </td>
  );
}

function TruncationNote({ table: { rows, columns } }: Pick<FigureData, 'table'>) {
  if (rows <= most_rows && columns.length <= most_columns) return null;
  const sizes = {
    rows: format_count(Math.min(rows, most_rows)),
    all_rows: format_count(rows),
    columns: format_count(Math.min(columns.length, most_columns)),
    all_columns: format_count(columns.length),
  };
  return <p class="hint">{t('figure.cut', sizes)}</p>;
}

/** Table of a figure's numbers, truncated to a readable size. */
function FigureTable({ title, data: { answer, table } }: { readonly title: string; readonly data: FigureData }) {
  const columns = table.columns.slice(0, most_columns);
  const row_name = table.row_name ?? String;
  return (
    <>
      <NumberTable
        frame="figure_table"
        region={t('figure.table_of', { title })}
        caption={<span class="visually_hidden">{title}</span>}
        heads={[t('figure.row'), ...columns.map(({ name }) => <code key={name}>{name}</code>)]}
      >
        <tbody>
          {Array.from({ length: Math.min(table.rows, most_rows) }, (_, row) => (
            <tr key={row}>
              <th scope="row">{row_name(row)}</th>
              {columns.map((column) => (
                <Cell key={column.name} {...(answer && { answer })} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </NumberTable>
      <TruncationNote table={table} />
    </>
  );
}

type Format = 'csv' | 'json' | 'svg' | 'png';

interface FigureSource {
  /** Part of the file names: `hidden_histograms`. */
  readonly name: string;
  readonly title: string;
  /** Undefined while there are no numbers. */
  readonly data: () => FigureData | undefined;
}

interface FigureToolsProps extends FigureSource {
  /** Returns the element with the drawings and their texts; undefined for a figure without drawing. */
  readonly drawing: (() => { readonly host: HTMLElement; readonly words: FigureText } | undefined) | undefined;
}

function text_file(format: 'csv' | 'json', name: string, data: FigureData): Blob {
  if (format === 'csv') return new Blob([write_csv(data.table)], { type: 'text/csv' });
  const state = core_state.peek();
  const { version, variant, build } = state.phase === 'ready' ? state.info : { version: '', variant: '', build: '' };
  const origin = { figure: name, version, variant, build, address: hash.peek() };
  return new Blob([write_json(origin, data)], { type: 'application/json' });
}

async function make_file(format: Format, { name, data, drawing }: FigureToolsProps): Promise<Blob> {
  if (format === 'csv' || format === 'json') {
    const numbers = data();
    if (numbers === undefined) throw new Error('there are no numbers yet');
    return text_file(format, name, numbers);
  }
  const picture = drawing?.();
  if (picture === undefined) throw new Error('there is no drawing yet');
  const file = svg_file(picture.host, picture.words);
  return format === 'svg' ? new Blob([file.text], { type: 'image/svg+xml' }) : png_file(file);
}

/** The figure's files, in each format that it has. */
function files_of(props: FigureToolsProps): readonly SavedFile[] {
  const formats: readonly Format[] = props.drawing ? ['csv', 'json', 'svg', 'png'] : ['csv', 'json'];
  return formats.map((format) => ({
    name: `ffn-lab_${props.name}.${format}`,
    label: format.toUpperCase(),
    make: () => make_file(format, props),
  }));
}

function OpenTools(props: FigureToolsProps & { readonly id: string }) {
  const [shown, show] = useState(false);
  const data = shown ? props.data() : undefined;
  return (
    <div id={props.id} class="figure_tools_open">
      <div class="figure_tools_row">
        <Button text={t('figure.table')} small aria-pressed={shown} on_click={() => show(!shown)} />
        <Downloads files={files_of(props)} />
      </div>
      {data && <FigureTable title={props.title} data={data} />}
    </div>
  );
}

interface OpenButtonProps {
  readonly title: string;
  /** Id of the element that the button opens. */
  readonly id: string;
  readonly open: boolean;
  readonly set_open: (open: boolean) => void;
}

const OpenButton = memo(function OpenButton({ title, id, open, set_open }: OpenButtonProps) {
  return (
    <button
      type="button"
      class="figure_tools_button"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => set_open(!open)}
    >
      {t('figure.tools')}
      <span class="visually_hidden"> ({title})</span>
    </button>
  );
});

function FigureTools(props: FigureToolsProps) {
  const id = useId();
  const [open, set_open] = useState(false);
  return (
    <div class="figure_tools">
      <OpenButton title={props.title} id={id} open={open} set_open={set_open} />
      {open && <OpenTools {...props} id={id} />}
    </div>
  );
}

interface FigureFrameProps extends FigureSource {
  /** Text alternative, for screen readers and for the downloaded pictures. */
  readonly description?: ComponentChildren;
  /** Id of a visible element that serves as the text alternative. */
  readonly described_by?: string;
  /** The figure can be saved as a picture: it contains `svg.plot` or canvas elements, with `.plot_title` above them. */
  readonly drawing?: boolean;
  /** Caption below the saved picture, for context that the page shows around the figure. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

export function FigureFrame({ description, described_by, drawing = false, note, children, ...source }: FigureFrameProps) {
  const own_id = useId();
  const host = useRef<HTMLDivElement>(null);
  const text_id = described_by ?? (description === undefined ? undefined : own_id);
  const get_drawing = () => {
    const text = text_id === undefined ? '' : (document.getElementById(text_id)?.textContent ?? '').trim();
    return host.current === null ? undefined : { host: host.current, words: { title: source.title, description: text, note } };
  };
  return (
    <div class="figure_frame" role="group" aria-label={source.title} aria-describedby={text_id} data-figure={source.name}>
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
