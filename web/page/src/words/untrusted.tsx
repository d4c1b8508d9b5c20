import { longest_name, shorten } from './untrusted_text.ts';

/** Untrusted text, such as a file name: shortened, escaped, and isolated in its direction. */
export function Untrusted({
  text,
  longest = longest_name,
}: {
  readonly text: string;
  readonly longest?: number;
}) {
  return <bdi>{shorten(text, longest)}</bdi>;
}
