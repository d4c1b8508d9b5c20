/** The last page: the last lines of the steps, exercises with checked answers, and the programs. */
import { expect, in_both_browsers, open_panel, open_step, step_shown, test } from './page_test.ts';
import { smoke_test } from './smoke.ts';
import { course_steps } from '../../web/page/src/steps/index.ts';

smoke_test('summary');

test('the last step leads to it; it has the last line of each step and leads back', async ({
  page,
}) => {
  await open_panel(page, '/en/', course_steps.at(-1) ?? '');
  await page.getByRole('button', { name: 'Finish' }).click();
  await step_shown(page, 'summary');
  await expect(page.locator('.guide_farewell')).toContainText('Still open: What is it for?');
  await expect(page.locator('.lessons > li p')).toHaveCount(course_steps.length);
  await page.locator('.lessons a').nth(3).click();
  await step_shown(page, 'activation');
});

test(
  'answers are checked with the numbers of the core and kept',
  in_both_browsers,
  async ({ page }) => {
    await open_step(page, '/fr/', 'summary');
    const exercise = (number: number) => page.locator('.exercise').nth(number);
    const give = async (number: number, answer: string) => {
      await exercise(number).getByRole('textbox').fill(answer);
      await exercise(number).getByRole('button', { name: 'Vérifier' }).click();
    };
    for (const [number, answer] of ['525 568', '5.120', '0,841', '0,5', '2'].entries()) {
      await give(number, answer);
      await expect(exercise(number).locator('.exercise_verdict')).toContainText('Exact.');
    }
    await give(2, '0.83');
    await expect(exercise(2).locator('.exercise_verdict')).toContainText('Ce n’est pas cela.');
    await expect(exercise(2).locator('data')).toHaveText('0,841');
    await exercise(3).getByRole('textbox').fill('1/2');
    await exercise(3).getByRole('textbox').press('Enter');
    await expect(exercise(3).locator('.exercise_verdict')).toContainText('Exact.');
    await exercise(3).getByRole('textbox').fill('1/0');
    await expect(exercise(3)).toContainText('Ce n’est pas un nombre.');
    await exercise(4).getByRole('textbox').fill('deux');
    await expect(exercise(4)).toContainText('Ce n’est pas un nombre.');
    await expect(exercise(4).getByRole('button')).toBeDisabled();
    await page.reload();
    await step_shown(page, 'summary');
    await expect(exercise(0).getByRole('textbox')).toHaveValue('525 568');
    await expect(exercise(0).locator('.exercise_verdict')).toContainText('Exact.');
  },
);
