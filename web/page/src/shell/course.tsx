/** The page at an address: the start page, one step, or all steps one after the other. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { unfolded } from '../controls/folded.tsx';
import { core_state } from '../numbers/connection.ts';
import { last_visit } from '../numbers/progress.ts';
import { store } from '../numbers/store.ts';
import { all_steps, step_named, steps, type StepName } from '../steps/index.ts';
import { t } from '../words/i18n.ts';
import { Guide } from './guide.tsx';
import { loaded_steps, prefetch_step } from './load_step.tsx';
import { arrive } from './navigate.ts';
import { NetworkStrip } from './network_strip.tsx';
import { StartPage } from './start_page.tsx';
import { StepView } from './step_view.tsx';

/** Loads the step that the reader will probably open next, once the step in view and the core are loaded. */
function use_prefetch(name: StepName | undefined): void {
  const ready = core_state.value.phase === 'ready' && (name === undefined || loaded_steps.value[name] !== undefined);
  const next = name === undefined ? (step_named(last_visit.value.at) ?? steps[0]) : steps[steps.findIndex(({ id }) => id === name) + 1];
  const wanted = ready ? next?.id : undefined;
  useEffect(() => (wanted === undefined ? undefined : prefetch_step(wanted)), [wanted]);
}

function AllSteps() {
  useLayoutEffect(() => {
    unfolded.value = true;
    arrive();
    return () => (unfolded.value = false);
  }, []);
  return (
    <>
      <h1>{t('page.all_steps')}</h1>
      {steps.map(({ id }) => (
        <StepView key={id} name={id} alone={false} />
      ))}
    </>
  );
}

export function Course() {
  const place = store.panel.value;
  const step = step_named(place);
  use_prefetch(step?.id);
  if (step === undefined && place !== all_steps) return <StartPage />;
  return (
    <>
      <Guide />
      <div class="course">
        {step && <h1 class="visually_hidden">{t('page.title')}</h1>}
        {step?.network && <NetworkStrip />}
        {step ? <StepView key={step.id} name={step.id} alone /> : <AllSteps />}
      </div>
    </>
  );
}
