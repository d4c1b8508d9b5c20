import type { VNode } from 'preact';
import { t_parts } from '../i18n.ts';
import type { MessageKey } from '../i18n.ts';

type Part = string | VNode;

/** What the tags of the catalogues stand for. `gelu`, its forms and `relu` colour a word as its curve. */
const wraps = {
  code: (parts: Part[]) => <code>{parts}</code>,
  strong: (parts: Part[]) => <strong>{parts}</strong>,
  gelu: (parts: Part[]) => <strong class="word_gelu">{parts}</strong>,
  gelu_tanh: (parts: Part[]) => <strong class="word_gelu_tanh">{parts}</strong>,
  gelu_sigmoid: (parts: Part[]) => <strong class="word_gelu_sigmoid">{parts}</strong>,
  relu: (parts: Part[]) => <strong class="word_relu">{parts}</strong>,
};

interface MessageProps {
  readonly id: MessageKey;
  /** For its placeholders: text, or a number of the core with its provenance. */
  readonly values?: Readonly<Record<string, Part | number>>;
}

/** A message of the catalogue with its marked-up words. */
export function Message({ id, values = {} }: MessageProps) {
  return <>{t_parts<VNode>(id, values, wraps)}</>;
}
