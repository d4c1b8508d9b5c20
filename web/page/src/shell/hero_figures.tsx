/** The figures of the first screen: the sentence with its next words, and the map of all sentences. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { facts_worker, start_facts } from '../language_model/answers.ts';
import { next, right, sentence } from '../language_model/chosen.ts';
import { NextWord } from '../language_model/next_word.tsx';
import { RightMap } from '../language_model/right_map.tsx';
import { CallErrorNotice } from '../numbers/call_error.tsx';
import { core_state } from '../compute/connection.ts';
import { WorkerNotice } from '../numbers/core_notice.tsx';
import { t } from '../words/i18n.ts';

export function HeroSentence({ waiting }: { readonly waiting: ComponentChildren }) {
  const chosen = sentence.value;
  const answer = next.shown.value;
  const lost =
    answer?.state.switches[0]?.feed_forward === false && answer.value.words[0] !== chosen?.answer;
  const repeats = answer?.value.words[0] === chosen?.prompt.at(-1);
  const runs = core_state.value.phase === 'ready';
  useEffect(start_facts, []);
  // The sentence's worker is reported only if the page's own runs, and starts again with it.
  useEffect(() => {
    if (runs && facts_worker.state.peek().phase === 'failed') facts_worker.restart();
  }, [runs]);
  return (
    <>
      {runs && <WorkerNotice state={facts_worker.state} again={facts_worker.restart} />}
      <CallErrorNotice error={next.error.value} />
      {chosen && answer ? (
        <div class="hero_sentence" aria-busy={next.pending.value}>
          <NextWord name="hero_next" answer={answer} sentence={chosen} />
          <p class="hero_lost" role="status">
            {lost && t(repeats ? 'hero.repeats' : 'hero.lost')}
          </p>
        </div>
      ) : (
        waiting
      )}
    </>
  );
}

export function HeroMap({ waiting }: { readonly waiting: ComponentChildren }) {
  return <>{right.shown.value ? <RightMap name="hero_map" /> : waiting}</>;
}
