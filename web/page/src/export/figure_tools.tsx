/** Collapsible tools of a figure: table, data files and pictures. */
import { useId, useState } from 'preact/hooks';
import { core_state } from '../numbers/client.ts';
import { download } from './download.ts';
import type { FigureData } from './figure_data.ts';
import { png_file } from './png_file.ts';
import { svg_file } from './svg_file.ts';
import type { FigureText } from './svg_file.ts';
import { write_csv, write_json } from './writers.ts';
import { t } from '../words/i18n.ts';
import { hash } from '../numbers/store.ts';
import { FigureTable } from './figure_table.tsx';
import { memo } from '../words/memo.ts';

type Format = 'csv' | 'json' | 'svg' | 'png';

export interface FigureSource {
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

function Downloads(props: FigureToolsProps) {
  const [status, set_status] = useState('');
  const formats: readonly Format[] = props.drawing ? ['csv', 'json', 'svg', 'png'] : ['csv', 'json'];
  const save = async (format: Format) => {
    const file = `ffn-lab_${props.name}.${format}`;
    try {
      download(file, await make_file(format, props));
      set_status(t('figure.saved', { file }));
    } catch {
      set_status(t('figure.failed', { file }));
    }
  };
  return (
    <>
      <div class="figure_downloads" role="group" aria-label={t('figure.download')}>
        {formats.map((format) => (
          <button key={format} type="button" class="button button_small" onClick={() => void save(format)}>
            {format.toUpperCase()}
          </button>
        ))}
      </div>
      <p class="hint" role="status">
        {status}
      </p>
    </>
  );
}

function OpenTools(props: FigureToolsProps & { readonly id: string }) {
  const [shown, show] = useState(false);
  const data = shown ? props.data() : undefined;
  return (
    <div id={props.id} class="figure_tools_open">
      <div class="figure_tools_row">
        <button type="button" class="button button_small" aria-pressed={shown} onClick={() => show(!shown)}>
          {t('figure.table')}
        </button>
        <Downloads {...props} />
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

export function FigureTools(props: FigureToolsProps) {
  const id = useId();
  const [open, set_open] = useState(false);
  return (
    <div class="figure_tools">
      <OpenButton title={props.title} id={id} open={open} set_open={set_open} />
      {open && <OpenTools {...props} id={id} />}
    </div>
  );
}
