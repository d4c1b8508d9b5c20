/** Proof panel: the self-check against PyTorch, citation and licences. */
import { useEffect, useRef } from 'preact/hooks';
import { Message } from '../../words/message.tsx';
import { CheckFigure } from './check_figure.tsx';
import { CheckStatus } from './check_status.tsx';
import { Cite } from './cite.tsx';
import { Licenses } from './licenses.tsx';
import { run_self_test, self_test } from './self_test.ts';
import './papers.css';
import './proof.css';

export { legend } from './legend.tsx';

/** Starts the self-check when the figure first becomes visible. */
function use_check_in_viewport() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ref.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (self_test.peek().phase === 'none') void run_self_test();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return ref;
}

export function Panel() {
  const ref = use_check_in_viewport();
  return (
    <div class="proof">
      <div class="prose proof_prose">
        <p>
          <Message id="proof.lead" />
        </p>
        <p>
          <Message id="proof.how" />
        </p>
        <p>
          <Message id="proof.tolerances" />
        </p>
      </div>
      <figure ref={ref} class="proof_figure" aria-busy={self_test.value.phase === 'running'}>
        <CheckStatus />
        <CheckFigure />
      </figure>
      <div class="proof_papers">
        <Cite />
        <Licenses />
      </div>
    </div>
  );
}
