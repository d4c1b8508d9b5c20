/**
 * Opens a file by drop or file chooser; shows the status of opening, errors, and the contents of
 * its header.
 */
import type { WeightLayout } from 'ffn-lab';
import { Fragment } from 'preact';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FileChooser } from '../../controls/file_chooser.tsx';
import { use_file_drop } from '../../controls/file_drop.ts';
import { WorkerNotice } from '../../numbers/core_notice.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, t, type MessageKey } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { longest_message, longest_name, shorten } from '../../words/untrusted_text.ts';
import { activation_name } from './activations.ts';
import { file_header } from './answers.ts';
import { FileErrorNotice, Quoted } from './file_error.tsx';
import {
  cancel_opening,
  close_file,
  open_again,
  open_error,
  open_source,
  opening,
  take_files,
} from './opening.ts';
import { byte_text } from './part.tsx';
import type { OpenedFacts } from './state.ts';
import { StackChoice } from './stack_choice.tsx';
import {
  bytes_read,
  checkpoint_worker,
  chosen_activation,
  chosen_layout,
  layout,
  model,
  opened,
  own_activation,
} from './state.ts';

const Chooser = ({ small = false }: { readonly small?: boolean }) => (
  <FileChooser
    text={t('checkpoint.choose')}
    accept=".safetensors,.json,.txt"
    small={small}
    on_choose={(files) => void take_files(files)}
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

/** The model's activation; a choice of the user is called so. */
function activation_fact(): string {
  const own = model.value?.activation;
  if (own !== undefined) return activation_name(own);
  const chosen = chosen_activation.value;
  return chosen === undefined
    ? t('checkpoint.activation_unknown')
    : t('checkpoint.activation_chosen', { activation: activation_name(chosen) });
}

/** Sizes from the header, some of which a file may lack, and the layout of the weights. */
function Facts({ file }: { readonly file: OpenedFacts }) {
  const answer = file_header.shown.value;
  const known = sizes.filter((name) => answer?.value[name] !== undefined);
  const label = (name: (typeof sizes)[number]) =>
    name === 'd_model' || name === 'd_ff' ? name : t(`checkpoint.${name}`);
  const facts = [
    ...known.map((name) => [label(name), <Value of={answer} path={name} style="count" />]),
    [t('checkpoint.dtype'), <code>{file.dtypes.join(', ')}</code>],
    [t('checkpoint.layout'), <code>{layout.value === 'in_out' ? '(in, out)' : '(out, in)'}</code>],
    [t('checkpoint.activation'), activation_fact()],
    ...(model.value?.gated ? [[t('checkpoint.kind'), t('checkpoint.gated')]] : []),
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

/** Returns the text that says what decides the activation. */
function source_text(): MessageKey {
  const { family = 'gpt2', activation_from: from } = model.value ?? {};
  if (from === undefined) return 'checkpoint.from_nothing';
  return from === 'names' && (family === 'gpt2' || family === 'bert')
    ? `checkpoint.family_${family}`
    : `checkpoint.from_${from}`;
}

/** The names of the files, of more than three the first and the last one. */
function FileNames({ files }: { readonly files: readonly string[] }) {
  const shown = files.length > 3 ? [files[0] ?? '', files.at(-1) ?? ''] : files;
  const separator = files.length > 3 ? ' … ' : ', ';
  return (
    <>
      {shown.map((name, place) => (
        <Fragment key={place}>
          {place > 0 && separator}
          <Quoted text={name} />
        </Fragment>
      ))}
      {files.length > 1 && ` (${t('checkpoint.files', { count: files.length })})`}
    </>
  );
}

/** The shards that were not given, so that the layers in them are missing. */
function Missing({ missing }: { readonly missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <div class="notice notice_error" data-missing={missing.length}>
      <p>{t('checkpoint.missing', { count: missing.length })}</p>
      <p>
        <Quoted text={missing.slice(0, 8).join(', ')} longest={longest_message} />
        {missing.length > 8 && ' …'}
      </p>
    </div>
  );
}

function OpenFile({ file }: { readonly file: OpenedFacts }) {
  const { files, index, config, byte_length, sample, missing } = file;
  const read = bytes_read.value;
  const beside = [config, index].filter((name) => name !== undefined);
  const values = {
    activation: activation_name(own_activation.value ?? 'gelu'),
    config: <Quoted text={config ?? 'config.json'} />,
  };
  return (
    <section class="checkpoint_file" aria-label={t('checkpoint.file')}>
      <div class="checkpoint_file_head">
        <h3>
          <FileNames files={files} />
        </h3>
        <p class="checkpoint_read" data-read={read} data-size={byte_length}>
          {t('checkpoint.read', { read: byte_text(read), size: byte_text(byte_length) })}
        </p>
        <div class="checkpoint_file_buttons">
          <Chooser small />
          <Button text={t('checkpoint.close')} small on_click={close_file} />
        </div>
      </div>
      {beside.length > 0 && (
        <p class="hint">
          {t('checkpoint.beside')} <Quoted text={beside.join(', ')} />
        </p>
      )}
      {sample && <Paragraph class="notice" id="checkpoint.is_random" />}
      <Missing missing={missing} />
      <StackChoice file={file} />
      <Facts file={file} />
      <Paragraph class="hint" id={source_text()} values={values} />
      <LayoutChoice />
    </section>
  );
}

export function FilePart() {
  const over = use_file_drop('.checkpoint', (files) => void take_files(files));
  return (
    <div class={over ? 'checkpoint_over' : undefined}>
      {opened.value === undefined && <Zone />}
      <Status />
      {opened.value && <OpenFile file={opened.value} />}
    </div>
  );
}
