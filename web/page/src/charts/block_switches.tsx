/**
 * A Transformer block as a line of token vectors to which its parts add, each with a switch. A part
 * that is switched off is dashed and adds nothing.
 */
import type { ComponentChildren } from 'preact';

export interface BlockSwitchesProps {
  readonly label: string;
  /** Names of the two ends of the line. */
  readonly from: string;
  readonly to: string;
  /** `state` says whether the part is on. */
  readonly parts: readonly {
    readonly name: string;
    readonly on: boolean;
    readonly state: string;
    readonly on_switch: (on: boolean) => void;
  }[];
}

/** A place on the line, in percent of its length, around which its contents are drawn. */
const At = ({ x, children }: { readonly x: number; readonly children: ComponentChildren }) => (
  <svg class="parts_at" x={`${x}%`} aria-hidden="true">
    {children}
  </svg>
);

/** The line below a part, its branch to the part and back. */
const Lines = ({ on, last }: { readonly on: boolean; readonly last: boolean }) => (
  <svg class="parts_lines" aria-hidden="true">
    <line class="parts_stream" x1="0" x2="100%" y1={36} y2={36} />
    <At x={15}>
      <path class="parts_branch" d="M0 36V9" />
      <path class="parts_tip" d="M-5 9H5L0 0Z" />
    </At>
    <At x={85}>
      <path class="parts_branch" d="M0 0V17" />
      {on && <path class="parts_tip" d="M-5 16H5L0 25Z" />}
      {on && <circle class="parts_sum" cy={36} r={11} />}
      {on && <path class="parts_plus" d="M-6 36H6M0 30V42" />}
    </At>
    {last && (
      <At x={100}>
        <path class="parts_tip" d="M-10 31V41L0 36Z" />
      </At>
    )}
  </svg>
);

export const BlockSwitches = ({ label, from, to, parts }: BlockSwitchesProps) => (
  <div class="parts" role="group" aria-label={label}>
    <div class="parts_row">
      {parts.map(({ name, on, state, on_switch }, place) => (
        <div key={name} class={on ? 'parts_one' : 'parts_one parts_off'}>
          <button
            type="button"
            class="parts_box"
            role="switch"
            aria-checked={on}
            aria-label={name}
            onClick={() => on_switch(!on)}
          >
            <span>{name}</span>
            <span class="parts_state">{state}</span>
          </button>
          <Lines on={on} last={place === parts.length - 1} />
        </div>
      ))}
    </div>
    <p class="parts_ends">
      <span>{from}</span>
      <span>{to}</span>
    </p>
  </div>
);
