/**
 * Opens a file by drop or file chooser; shows the status of opening, errors, and the contents of
 * its header.
 */
import type { WeightLayout } from 'ffn-lab';
import type { ComponentProps } from 'preact';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { use_file_drop } from '../../controls/file_drop.ts';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import type { CallError } from '../../numbers/protocol.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, t } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import { Untrusted } from '../../words/untrusted.tsx';
import { longest_message, longest_name, shorten } from '../../words/untrusted_text.ts';
import {
  cancel_opening,
  close_file,
  open_again,
  open_error,
  open_source,
  opening,
  take_files,
} from './opening.ts';
import { activation_name, byte_text } from './part.tsx';
import type { OpenedFacts } from './service.ts';
import {
  bytes_read,
  checkpoint_worker,
  chosen_layout,
  file_header,
  layout,
  model,
  opened,
} from './state.ts';

/**
 * Kinds of errors, by what the user can do about them: the engine's reasons, and the codes of
 * errors without such a reason.
 */
const kinds = {
  lfs: ['git_lfs_pointer'],
  page: ['web_page'],
  format: ['other_format'],
  short: ['file_too_small', 'header_truncated', 'out_of_file', 'short'],
  dtype: ['unknown_dtype', 'quantized'],
  tensor: ['missing_tensor', 'wrong_shape'],
  unreadable: [
    'unreadable',
    'changed',
    'network',
    'http_status',
    'no_ranges',
    'unknown_size',
    'read_failed',
  ],
  no_network: ['no_network'],
  no_model: ['no_model'],
  no_file: ['no_file'],
  damaged: ['invalid_file'],
  memory: ['out_of_memory'],
};

export function error_kind({ code, reason = code }: Omit<CallError, 'message'>) {
  const kind_of = (name: string) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => kinds[kind].includes(name));
  return kind_of(reason) ?? kind_of(code) ?? 'worker';
}

const Quoted = ({ text, longest = longest_name }: ComponentProps<typeof Untrusted>) => (
  <code>
    <Untrusted text={text} longest={longest} />
  </code>
);

interface FileErrorNoticeProps {
  readonly error: CallError;
  readonly name: string;
  /** Name of the file that is still open. */
  readonly open_name?: string | undefined;
}

/**
 * Says that a file, or a part of it, could not be read: a translated explanation and the engine's
 * message.
 */
export function FileErrorNotice({ error, name, open_name }: FileErrorNoticeProps) {
  const kind = error_kind(error);
  return (
    <div class="notice notice_error" data-error={kind}>
      <p>
        {name !== '' && <Quoted text={name} />} {t(`checkpoint.error_${kind}`)}
      </p>
      {error.message !== '' && (
        <p>
          <Quoted
            text={[error.reason, error.message].filter(Boolean).join(': ')}
            longest={longest_message}
          />
        </p>
      )}
      {open_name !== undefined && (
        <p>{t('checkpoint.still_open', { name: shorten(open_name, longest_name) })}</p>
      )}
    </div>
  );
}

const Chooser = ({ small = false }: { readonly small?: boolean }) => (
  <FileChooser
    text={t('checkpoint.choose')}
    accept=".safetensors,.json,.txt"
    small={small}
    on_choose={take_files}
  />
);

const Zone = () => (
  <div class="checkpoint_zone">
    <Paragraph id="checkpoint.drop" />
    <div class="checkpoint_buttons">
      <Chooser />
      <Button text={t('checkpoint.sample')} on_click={() => void open_source('sample')} />
    </div>
    <p class="hint">{t('checkpoint.sample_hint')}</p>
    <Paragraph class="hint" id="checkpoint.private" />
  </div>
);

function Status() {
  const name = opening.value;
  const error = open_error.value;
  return (
    <div role="status" class="checkpoint_status">
      {name !== undefined && (
        <p class="checkpoint_buttons">
          <span>
            {t(name === '' ? 'checkpoint.making' : 'checkpoint.opening', {
              name: shorten(name, longest_name),
            })}
          </span>
          <Button text={t('checkpoint.cancel')} small on_click={cancel_opening} />
        </p>
      )}
      {error && <FileErrorNotice error={error} name={error.name} open_name={opened.value?.name} />}
      {opened.value && (
        <WorkerNotice
          state={checkpoint_worker.state}
          again={open_again}
          label={t('checkpoint.again')}
        />
      )}
    </div>
  );
}

const sizes = ['tensors', 'layers', 'd_model', 'd_ff', 'vocabulary', 'positions'] as const;

/** Sizes from the header, some of which a file may lack, and the layout of the weights. */
function Facts({ file }: { readonly file: OpenedFacts }) {
  const answer = file_header.value;
  const known = sizes.filter((name) => answer?.value[name] !== undefined);
  const label = (name: (typeof sizes)[number]) =>
    name === 'd_model' || name === 'd_ff' ? name : t(`checkpoint.${name}`);
  const facts = [
    ...known.map((name) => [label(name), <Value of={answer} path={name} style="count" />]),
    [t('checkpoint.dtype'), <code>{file.dtypes.join(', ')}</code>],
    [t('checkpoint.layout'), <code>{layout.value === 'in_out' ? '(in, out)' : '(out, in)'}</code>],
    [t('checkpoint.activation'), activation_name(model.value?.activation ?? 'gelu')],
  ];
  return (
    <dl class="checkpoint_facts">
      {facts.map(([name, fact], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function LayoutChoice() {
  const found = model.value;
  if (!found?.ambiguous) return null;
  const label = (name: WeightLayout) => t(`checkpoint.layout_${name}`);
  const choose = (name: WeightLayout) => (chosen_layout.value = name);
  return (
    <>
      <Choice
        legend={t('checkpoint.ask_layout')}
        values={['in_out', 'out_in']}
        label={label}
        value={found.layout}
        on_choose={choose}
      />
      <p class="hint">
        {t('checkpoint.ask_layout_hint', {
          rows: format_count(found.d_model),
          columns: format_count(found.d_ff),
        })}
      </p>
    </>
  );
}

function OpenFile({ file }: { readonly file: OpenedFacts }) {
  const { name, byte_length, sample } = file;
  const read = bytes_read.value;
  return (
    <section class="checkpoint_file" aria-label={t('checkpoint.file')}>
      <div class="checkpoint_file_head">
        <h3>
          <Quoted text={name} />
        </h3>
        <p class="checkpoint_read" data-read={read} data-size={byte_length}>
          {t('checkpoint.read', { read: byte_text(read), size: byte_text(byte_length) })}
        </p>
        <Chooser small />
        <Button text={t('checkpoint.close')} small on_click={close_file} />
      </div>
      {sample && <Paragraph class="notice" id="checkpoint.is_random" />}
      <Facts file={file} />
      <Paragraph class="hint" id={`checkpoint.family_${model.value?.family ?? 'gpt2'}`} />
      <LayoutChoice />
    </section>
  );
}

export function FilePart() {
  const over = use_file_drop('.checkpoint', take_files);
  return (
    <div class={over ? 'checkpoint_over' : undefined}>
      {opened.value === undefined && <Zone />}
      <Status />
      {opened.value && <OpenFile file={opened.value} />}
    </div>
  );
}
