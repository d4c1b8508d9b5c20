/**
 * The frame of a step about the facts: its text beside its figures, with the notices of a worker
 * and its calls.
 */
import type { ComponentChildren } from 'preact';
import { ProseAndFigure } from '../controls/prose_and_figure.tsx';
import { Waiting } from '../controls/waiting.tsx';
import { CallErrorNotice } from '../numbers/call_error.tsx';
import { WorkerNotice } from '../numbers/core_notice.tsx';
import type { CallError } from '../compute/protocol.ts';
import { facts_worker } from './answers.ts';
import './facts.css';

interface FactsStepProps {
  readonly prose: ComponentChildren;
  /** Whether there are sentences to show; the space of the figures waits for them as a whole. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly error: CallError | undefined;
  /** The notice of the worker; by default the worker of the facts. */
  readonly notice?: ComponentChildren;
  readonly below?: ComponentChildren;
  /** Whether the figures are as wide as the step, below the text. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function FactsStep(props: FactsStepProps) {
  const { prose, ready, busy, error, notice, below, wide = false, children } = props;
  return (
    <div class="facts_step" aria-busy={busy}>
      <ProseAndFigure figure="facts_figure" wide={wide} prose={prose}>
        {notice ?? <WorkerNotice state={facts_worker.state} again={facts_worker.restart} />}
        <CallErrorNotice error={error} />
        {ready ? children : <Waiting class="waiting_window" />}
      </ProseAndFigure>
      {below}
    </div>
  );
}

interface BenchProps {
  /** Chooses the sentence. */
  readonly choice: ComponentChildren;
  readonly control: ComponentChildren;
  /** The two answers to the control: in a narrow window one above it and one below it. */
  readonly above: ComponentChildren;
  readonly below?: ComponentChildren;
  readonly more?: ComponentChildren;
  /** Whether the answer above is the tall one. */
  readonly tall_above?: boolean;
}

/** Controls beside what answers them: both are in one view, on a phone, too. */
export const Bench = ({ choice, control, above, below, more, tall_above }: BenchProps) => (
  <div class={tall_above ? 'bench bench_tall_above' : 'bench'}>
    <div class="bench_choice">{choice}</div>
    <div class="bench_above">{above}</div>
    <div class="bench_control">{control}</div>
    {below && <div class="bench_below">{below}</div>}
    {more && <div class="bench_more">{more}</div>}
  </div>
);
