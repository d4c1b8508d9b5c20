/** Opens a file by drop or file chooser; shows the status of opening and the contents of its header. */
import { Choice } from '../../controls/choice.tsx';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { use_file_drop } from '../../controls/file_drop.ts';
import { Untrusted } from '../../words/untrusted.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { longest_name, shorten } from '../../words/untrusted_text.ts';
import { format_number, t } from '../../words/i18n.ts';
import { file_header, network } from './answers.ts';
import { FileErrorNotice } from './file_error.tsx';
import type { OpenedFacts } from './opened.ts';
import { cancel_opening, close_file, take_drop, open_again, open_error, open_source, opening, take_files } from './opening.ts';
import { activation_name, byte_text } from './part.tsx';
import { checkpoint_worker, chosen_layout, layout, model, opened } from './state.ts';

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

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Sizes from the header; a file may lack an embedding. */
function Sizes() {
  const answer = file_header.value;
  const sizes = [
    ['tensors', t('checkpoint.tensors')],
    ['layers', t('checkpoint.layers')],
    ['d_model', 'd_model'],
    ['d_ff', 'd_ff'],
    ['vocabulary', t('checkpoint.vocabulary')],
    ['positions', t('checkpoint.positions')],
  ] as const;
  return (
    <>
      {sizes
        .filter(([path]) => answer?.value[path] !== undefined)
        .map(([path, name]) => (
          <Fact key={path} name={name}>
            <Value of={answer} path={path} style="count" />
          </Fact>
        ))}
    </>
  );
}

function Facts({ file }: { readonly file: OpenedFacts }) {
  return (
    <dl class="checkpoint_facts">
      <Sizes />
      <Fact name={t('checkpoint.dtype')}>
        <code>{file.dtypes.join(', ')}</code>
      </Fact>
      <Fact name={t('checkpoint.layout')}>
        <code>{layout.value === 'in_out' ? '(in, out)' : '(out, in)'}</code>
      </Fact>
      <Fact name={t('checkpoint.activation')}>{activation_name(model.value?.activation ?? 'gelu')}</Fact>
    </dl>
  );
}

function FileHead({ file: { name, byte_length, bytes_read } }: { readonly file: OpenedFacts }) {
  const read = Math.max(bytes_read, network.bytes_read.value);
  return (
    <div class="checkpoint_file_head">
      <h3>
        <code>
          <Untrusted text={name} />
        </code>
      </h3>
      <p class="checkpoint_read" data-read={read} data-size={byte_length}>
        {t('checkpoint.read', { read: byte_text(read), size: byte_text(byte_length) })}
      </p>
      <Chooser small />
      <button type="button" class="button button_small" onClick={close_file}>
        {t('checkpoint.close')}
      </button>
    </div>
  );
}

const layouts = ['in_out', 'out_in'] as const;

/** Asks for the layout if the file leaves it open. */
function LayoutChoice() {
  const found = model.value;
  if (!found?.ambiguous) return null;
  const count = (value: number) => format_number(value, 'count');
  return (
    <>
      <Choice
        legend={t('checkpoint.ask_layout')}
        values={layouts}
        label={(name) => t(`checkpoint.layout_${name}`)}
        value={found.layout}
        on_choose={(chosen) => (chosen_layout.value = chosen)}
      />
      <p class="hint">{t('checkpoint.ask_layout_hint', { rows: count(found.d_model), columns: count(found.d_ff) })}</p>
    </>
  );
}

function OpenFile({ file }: { readonly file: OpenedFacts }) {
  return (
    <section class="checkpoint_file" aria-label={t('checkpoint.file')}>
      <FileHead file={file} />
      {file.sample && (
        <p class="notice">
          <Message id="checkpoint.is_random" />
        </p>
      )}
      <Facts file={file} />
      <p class="hint">
        <Message id={`checkpoint.family_${model.value?.family ?? 'gpt2'}`} />
      </p>
      <LayoutChoice />
    </section>
  );
}

export function FilePart() {
  const over = use_file_drop('.checkpoint', take_drop);
  return (
    <div class={over ? 'checkpoint_over' : undefined}>
      {opened.value === undefined && <Zone />}
      <Status />
      {opened.value && <OpenFile file={opened.value} />}
    </div>
  );
}
