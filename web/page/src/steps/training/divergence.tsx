/** Notice of a race that diverged to a non-finite value: where it happened, and buttons to undo the last steps. */
import { Message } from '../../words/message.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { undo, undo_target } from './interventions.ts';
import { Value } from '../../numbers/value.tsx';
import type { RaceAnswer } from './connection.ts';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

function NonFiniteLocation({ race, network }: { readonly race: RaceAnswer; readonly network: Network }) {
  const non_finite = race.value.non_finite[network];
  if (non_finite === undefined) return null;
  const value = (field: 'step' | 'index' | 'value') => <Value of={race} path={`non_finite.${network}.${field}`} style="count" />;
  return (
    <p>
      <Message
        id={network === 'gelu' ? 'training.error_gelu' : 'training.error_relu'}
        values={{ tensor: <code>{non_finite.tensor}</code>, step: value('step'), index: value('index'), value: value('value') }}
      />
    </p>
  );
}

function Undo({ step }: { readonly step: number }) {
  const { step: to, lower } = undo_target(step);
  const steps = { steps: step - to };
  return (
    <div class="stepper_buttons">
      <button type="button" class="button" onClick={() => undo(false)}>
        {t('training.undo', steps)}
      </button>
      {lower !== undefined && (
        <button type="button" class="button" onClick={() => undo(true)}>
          {t('training.undo_lower', { ...steps, rate: format_number(lower, 'tick') })}
        </button>
      )}
    </div>
  );
}

export function Divergence({ race }: { readonly race: RaceAnswer }) {
  const { non_finite, step } = race.value;
  if (networks.every((network) => non_finite[network] === undefined)) return null;
  return (
    <div class="notice notice_error race_error" role="alert">
      <p>
        <strong>{t('training.error')}</strong> {t('training.error_cause')}
      </p>
      {networks.map((network) => (
        <NonFiniteLocation key={network} race={race} network={network} />
      ))}
      {step === 0 ? <p>{t('training.error_at_start')}</p> : <Undo step={step} />}
    </div>
  );
}
