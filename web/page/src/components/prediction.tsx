/** A question before the answer: what a reader has guessed, right or wrong, is remembered better than what was only read. */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import type { MessageKey } from '../i18n.ts';
import { choose_guess, forget_guess, guesses, score } from '../predictions.ts';
import type { PredictionName } from '../predictions.ts';
import { Choice } from './choice.tsx';

interface PredictionProps {
  readonly name: PredictionName;
  readonly question: MessageKey;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  /** The option that the core's numbers make the right one; undefined while there are none. */
  readonly right: string | undefined;
  /** What is shown once the reader has guessed. */
  readonly children: ComponentChildren;
}

function Verdict({ name, right, children }: Pick<PredictionProps, 'name' | 'children'> & { readonly right: string }) {
  const { answered, right: of_them } = score.value;
  return (
    <div class="prediction_verdict">
      <p>
        <strong>{guesses.value[name]?.option === right ? t('prediction.right') : t('prediction.wrong')}</strong> {children}
      </p>
      <p class="hint">
        {t('prediction.score', { right: of_them, answered })}{' '}
        <button type="button" class="button button_small" onClick={() => forget_guess(name)}>
          {t('prediction.again')}
        </button>
      </p>
    </div>
  );
}

export function Prediction({ name, question, options, right, children }: PredictionProps) {
  const guess = guesses.value[name]?.option ?? '';
  return (
    <div class="prediction">
      <Choice
        legend={t(question)}
        options={options}
        value={guess}
        on_choose={(option) => right !== undefined && choose_guess(name, option, option === right)}
      />
      <div role="status">
        {guess !== '' && right !== undefined && (
          <Verdict name={name} right={right}>
            {children}
          </Verdict>
        )}
      </div>
    </div>
  );
}
