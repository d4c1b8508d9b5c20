import { longest_name, shorten } from './untrusted_text.ts';

interface UntrustedProps {
  readonly text: string;
  readonly longest?: number;
}

/** Untrusted text, such as a file name: shortened, escaped, and isolated in its direction. */
export function Untrusted({ text, longest = longest_name }: UntrustedProps) {
  return <bdi>{shorten(text, longest)}</bdi>;
}
