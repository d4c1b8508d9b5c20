/** Opens a file by drop or file chooser; shows the status of opening and the contents of its header. */
import { useEffect, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { is_text_drop } from '../../shell/drop_guard.ts';
import { Untrusted } from '../../words/untrusted.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import { format_number, t } from '../../words/i18n.ts';
import type { OpenedFacts } from './calls.ts';
import { checkpoint_worker } from './connection.ts';
import { FileErrorNotice } from './file_error.tsx';
import { byte_text } from './byte_text.ts';
import { cancel_opening, close_file, take_drop, open_again, open_error, open_source, opening, take_files } from './opening.ts';
import { chosen_layout, model, opened, shown_pass } from './state.ts';

const is_for_panel = (event: DragEvent) =>
  event.target instanceof Element && event.target.closest('.checkpoint') !== null && !is_text_drop(event);

/** Takes files dropped anywhere in the panel (drop_guard.ts handles the rest of the page). Returns whether one is dragged over it. */
function use_drop(take: (files: FileList) => void) {
  const [over, set_over] = useState(false);
  useEffect(() => {
    const on_over = (event: DragEvent) => {
      set_over(is_for_panel(event));
      if (is_for_panel(event)) event.preventDefault();
    };
    const on_drop = (event: DragEvent) => {
      set_over(false);
      if (!is_for_panel(event)) return;
      const taken = event.defaultPrevented; // a field of the panel has taken the files
      event.preventDefault();
      if (!taken && event.dataTransfer) take(event.dataTransfer.files);
    };
    const on_leave = (event: DragEvent) => event.relatedTarget === null && set_over(false);
    document.addEventListener('dragover', on_over);
    document.addEventListener('drop', on_drop);
    document.addEventListener('dragleave', on_leave);
    return () => {
      document.removeEventListener('dragover', on_over);
      document.removeEventListener('drop', on_drop);
      document.removeEventListener('dragleave', on_leave);
    };
  }, []);
  return over;
}

function Chooser({ small = false }: { readonly small?: boolean }) {
  return <FileChooser text={t('checkpoint.choose')} accept=".safetensors,.json,.txt" small={small} on_choose={take_files} />;
}

function Zone() {
  return (
    <div class="checkpoint_zone">
      <p>
        <Message id="checkpoint.drop" />
      </p>
      <div class="checkpoint_buttons">
        <Chooser />
        <button type="button" class="button" onClick={() => void open_source('sample')}>
          {t('checkpoint.sample')}
        </button>
      </div>
      <p class="hint">{t('checkpoint.sample_hint')}</p>
      <p class="hint">
        <Message id="checkpoint.private" />
      </p>
    </div>
  );
}

function Status() {
  const name = opening.value;
  const error = open_error.value;
  return (
    <div role="status" class="checkpoint_status">
      {name !== undefined && (
        <p class="checkpoint_buttons">
          <span>{name === '' ? t('checkpoint.making') : t('checkpoint.opening', { name: shorten(name, longest_name) })}</span>
          <button type="button" class="button button_small" onClick={cancel_opening}>
            {t('checkpoint.cancel')}
          </button>
        </p>
      )}
      {error && <FileErrorNotice error={error} name={error.name} open_name={opened.value?.name} />}
      {opened.value && <WorkerNotice state={checkpoint_worker.state} again={open_again} label={t('checkpoint.again')} />}
    </div>
  );
}

const count = (value: number) => format_number(value, 'count');

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Sizes from the header, each linked to the tensor whose shape it is read from. */
function Sizes({ file }: { readonly file: OpenedFacts }) {
  const found = model.value;
  const names = found?.layers[0];
  if (found === undefined || names === undefined) return null;
  const axes = found.layout === 'in_out' ? [0, 1] : [1, 0];
  const shape_of = (name: string, index: number | undefined, value: number) => (
    <Value value={value} style="count" call="checkpoint.header" tensor={name} index={index ?? 0} />
  );
  return (
    <>
      <Fact name={t('checkpoint.tensors')}>{shape_of('tensors', 0, file.tensors.length)}</Fact>
      <Fact name={t('checkpoint.layers')}>{shape_of('layers', 0, found.layers.length)}</Fact>
      <Fact name="d_model">{shape_of(names.w1, axes[0], found.d_model)}</Fact>
      <Fact name="d_ff">{shape_of(names.w1, axes[1], found.d_ff)}</Fact>
      {found.embedding && <Fact name={t('checkpoint.vocabulary')}>{shape_of(found.embedding.name, 0, found.embedding.shape[0] ?? 0)}</Fact>}
      {found.positions && <Fact name={t('checkpoint.positions')}>{shape_of(found.positions.name, 0, found.positions.shape[0] ?? 0)}</Fact>}
      <Fact name={t('checkpoint.dtype')}>
        <code>{file.dtypes.join(', ')}</code>
      </Fact>
      <Fact name={t('checkpoint.layout')}>
        <code>{found.layout === 'in_out' ? '(in, out)' : '(out, in)'}</code>
      </Fact>
      <Fact name={t('checkpoint.activation')}>{t(`activation.name_${found.activation}` as 'activation.name_gelu')}</Fact>
    </>
  );
}

const layouts = ['in_out', 'out_in'] as const;

function OpenFile({ file }: { readonly file: OpenedFacts }) {
  const found = model.value;
  const read = Math.max(file.bytes_read, shown_pass.value?.bytes_read ?? 0);
  return (
    <section class="checkpoint_file" aria-label={t('checkpoint.file')}>
      <div class="checkpoint_file_head">
        <h3>
          <code>
            <Untrusted text={file.name} />
          </code>
        </h3>
        <p class="checkpoint_read" data-read={read} data-size={file.byte_length}>
          {t('checkpoint.read', { read: byte_text(read), size: byte_text(file.byte_length) })}
        </p>
        <Chooser small />
        <button type="button" class="button button_small" onClick={close_file}>
          {t('checkpoint.close')}
        </button>
      </div>
      {file.sample && (
        <p class="notice">
          <Message id="checkpoint.is_random" />
        </p>
      )}
      <dl class="checkpoint_facts">
        <Sizes file={file} />
      </dl>
      <p class="hint">
        <Message id={`checkpoint.family_${found?.family ?? 'gpt2'}`} />
      </p>
      {found?.ambiguous && (
        <>
          <Choice
            legend={t('checkpoint.ask_layout')}
            options={layouts.map((name) => ({ name, label: t(`checkpoint.layout_${name}`) }))}
            value={found.layout}
            on_choose={(layout) => (chosen_layout.value = layout)}
          />
          <p class="hint">{t('checkpoint.ask_layout_hint', { rows: count(found.d_model), columns: count(found.d_ff) })}</p>
        </>
      )}
    </section>
  );
}

export function FilePart() {
  const over = use_drop(take_drop);
  return (
    <div class={over ? 'checkpoint_over' : undefined}>
      {opened.value === undefined && <Zone />}
      <Status />
      {opened.value && <OpenFile file={opened.value} />}
    </div>
  );
}
