import { longest_name, shorten } from '../untrusted_text.ts';

interface UntrustedProps {
  readonly text: string;
  readonly longest?: number;
}

/** A name or a message that is not the page's own. */
export function Untrusted({ text, longest = longest_name }: UntrustedProps) {
  return <bdi>{shorten(text, longest)}</bdi>;
}
