import { longest_name, shorten } from '../foreign_text.ts';

interface ForeignProps {
  readonly text: string;
  readonly longest?: number;
}

/** A name or a message that is not the page's own. */
export function Foreign({ text, longest = longest_name }: ForeignProps) {
  return <bdi>{shorten(text, longest)}</bdi>;
}
