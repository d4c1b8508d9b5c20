/**
 * The address of an embedded figure: the state as on the page, `figure` (without it: the whole step,
 * or the start page's sentence), and `theme`, in any order.
 */

export interface EmbedAddress {
  /** Name of the figure; '' for all of the place. */
  readonly figure: string;
  /** The rest, as url_state.ts reads it. */
  readonly state: string;
  /** A name or a theme is not one that a link can have. */
  readonly refused: boolean;
}

const own_names = /^(?:figure|theme)=/;
const accepted = /^(?:figure=\w{1,64}|theme=(?:light|dark))$/;

export function read_embed_address(hash: string): EmbedAddress {
  const parts = hash.replace(/^#/, '').split('&');
  const own = parts.filter((part) => own_names.test(part));
  const state = parts.filter((part) => !own_names.test(part)).join('&');
  const figure = own.find((part) => accepted.test(part) && part.startsWith('figure='));
  return {
    figure: figure?.slice('figure='.length) ?? '',
    state: state === '' ? '' : `#${state}`,
    refused: !own.every((part) => accepted.test(part)),
  };
}
