/** A reader's first action in each step, by which smoke.ts and one_view.spec.ts test the step. */
import type { CourseStepName, StepName } from '../../web/page/src/steps/index.ts';
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import type { Place } from './place.ts';

/** An action, and its effect. */
export interface Action {
  readonly control: <Self extends Place<Self>>(step: Self) => Self;
  readonly act: <Self extends Place<Self>>(control: Self) => Promise<void>;
  /**
   * The selector of what the action makes visible, and its text; by default, a number of the step
   * changes.
   */
  readonly effect?: readonly [selector: string, text: RegExp];
  /** Selectors of what the action changes first: a reader sees it beside the control. */
  readonly answers?: readonly string[];
}

type Answered = Action & Required<Pick<Action, 'answers'>>;

const choose = (name: string): Action => ({
  control: (step) => step.getByRole('radio', { name, exact: true }).first(),
  act: (control) => control.check(),
});

const press = (name: string | RegExp): Action => ({
  control: (step) => step.getByRole('button', { name }).first(),
  act: (control) => control.click(),
});

const switch_off = (name: string): Action => ({
  control: (step) => step.getByRole('switch', { name }),
  act: (control) => control.click(),
});

/** Moves the step's first slider, or another one, to its end. */
const move_slider = (name?: string | RegExp): Action => ({
  control: (step) => step.getByRole('slider', name === undefined ? {} : { name }).first(),
  act: (control) => control.press('End'),
});

/** Clicks on the first element, or another one, that a selector matches. */
const click_on = (selector: string, place = 0): Action => ({
  control: (step) => step.locator(selector).nth(place),
  act: (control) => control.click(),
});

const answered = (action: Action, ...answers: readonly string[]): Answered => ({
  ...action,
  answers,
});

const course_actions: Readonly<Record<CourseStepName, Answered>> = {
  facts: answered(
    switch_off('Feed-forward network'),
    '.fact_map_count',
    '[data-figure="facts_next"] .facts_sentence',
    '[data-figure="facts_next"] .probability_bars',
  ),
  block: answered(choose('off'), '.block_from_to'),
  feed_forward: answered(press(/^(Play|Pause)$/), 'svg.chain', '.stepper_text'),
  activation: answered(move_slider(/Cursor x/), '.linked_plots', '.cursor_readout'),
  hidden: answered(choose('0.1'), '[data-figure="hidden_sparsity"] table'),
  independence: answered(press('Next token'), '[data-figure="independence"] table'),
  memory: answered(click_on('.numbers button', 1), '.fact_map_said'),
  rewriting: answered(
    move_slider(),
    '[data-figure="rewriting_next"] .probability_bars',
    '.fact_map_count',
  ),
  backward: answered(choose(keep_together('before each sublayer (GPT-2)')), 'svg.ladder.plot'),
  learning: answered(
    press(/^(Train here|Pause)$/),
    '[data-figure="learning_map_gelu"] .fact_map_count',
  ),
  training: answered(press('Next ›'), '.race_runner'),
  dropout: answered(
    choose('0.5'),
    '[data-figure="dropout_mask"] svg',
    '[data-figure="dropout_samples"] svg',
  ),
  cost: answered(choose('1600'), '[data-figure="cost_of_ratios"] table'),
};

export const actions: Readonly<Record<StepName | 'hero', Action>> = {
  hero: answered(choose('off'), '.fact_map_count'),
  ...course_actions,
  summary: answered(
    {
      control: (step) => step.locator('.exercise').first(),
      act: async (exercise) => {
        await exercise.getByRole('textbox').fill('525568');
        await exercise.getByRole('button', { name: 'Check' }).click();
      },
      effect: ['.exercise', /525,568/],
    },
    '.exercise_verdict',
  ),
  checkpoint: {
    ...press('Make a random one'),
    effect: ['.checkpoint_facts', /\d/],
  },
  bridge: answered(choose(keep_together('drawn as GPT-2’s')), '.bridge_spread'),
  speed: {
    ...press('Measure now'),
    effect: ['.speed_chart', /\d/],
  },
  corrections: click_on('summary'),
  proof: {
    ...press('Check again'),
    effect: ['.check_result', /^All \d+ tensors are within their limits\.$/],
  },
  glossary: {
    control: (step) => step,
    // A term in another step is explained there; a link leads on to its entry.
    act: async (step) => {
      const page = step.page();
      await page.locator('main a[href="#dropout"]').first().dispatchEvent('click');
      await page.locator('#dropout .term_link').first().click();
      await page.getByRole('dialog').getByRole('link').click();
    },
    effect: ['tr:focus', /\p{L}/u],
  },
};
