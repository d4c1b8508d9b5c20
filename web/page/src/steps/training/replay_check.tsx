/** Repeats the race from step 0 with all changes and compares the weights bit for bit. */
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { RaceNumber } from './number.tsx';
import { replay, replayed } from './race.ts';

export function ReplayCheck() {
  const found = replayed.value;
  return (
    <section class="race_part" aria-labelledby="race_replay">
      <h3 id="race_replay">{t('training.replay')}</h3>
      <p class="prose">{t('training.replay_text')}</p>
      <div class="stepper_buttons">
        <button type="button" class="button" onClick={() => void replay()}>
          {t('training.replay_run')}
        </button>
        <p role="status" class="race_replayed">
          {found && (
            <Message
              id="training.replay_found"
              values={{
                count: <RaceNumber value={found.count} style="count" of="replay.relu" index="count" />,
                differing_gelu: <RaceNumber value={found.differing.gelu} style="count" of="replay.gelu" index="differing" />,
                differing_relu: <RaceNumber value={found.differing.relu} style="count" of="replay.relu" index="differing" />,
              }}
            />
          )}
        </p>
      </div>
    </section>
  );
}
