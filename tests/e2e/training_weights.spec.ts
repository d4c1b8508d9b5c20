/** The training panel: weights as files, in and out. */
import type { Tensor } from 'ffn-lab';
import { lab_of } from './core.ts';
import { bits, intercept_downloads } from './downloads.ts';
import { expect, open_panel, test, unfold } from './page_test.ts';
import { parts, titles } from './training_page.ts';

const weight_names = ['w_in', 'b_in', 'w1', 'b1', 'w2', 'b2', 'w_out', 'b_out'] as const;

test('weights saved to a file and opened again have the same bits', async ({ page }) => {
  await intercept_downloads(page);
  await open_panel(page, '/en/', 'training');
  await unfold(page, titles.weights);
  const { weights } = parts(page);
  const lab = await lab_of(page);
  const saved = async () => {
    const count = () =>
      page.evaluate(() => (globalThis as unknown as { downloads: unknown[] }).downloads.length);
    const before = await count();
    await weights.getByRole('button', { name: 'Save weights' }).click();
    await expect.poll(count).toBe(before + 1);
    const { name, bytes } = await page.evaluate(async () => {
      const { name: given, blob } = (
        globalThis as unknown as { downloads: { name: string; blob: Blob }[] }
      ).downloads.at(-1)!;
      return { name: given, bytes: Array.from(new Uint8Array(await blob.arrayBuffer())) };
    });
    expect(name).toBe('ffn-lab_race_gelu.safetensors');
    return lab.open_checkpoint(Uint8Array.from(bytes));
  };
  const first = await saved();
  expect(first.tensors.map(({ name }) => name).sort()).toEqual([...weight_names].sort());
  expect(first.metadata).toMatchObject({
    made_by: 'FFN Lab',
    activation: 'gelu',
    layout: 'out_in',
  });
  const other: Record<string, Tensor> = {};
  for (const name of weight_names) {
    const { data, shape } = await first.tensor(name);
    // −0 and subnormal numbers, which conversions easily change.
    other[name] = {
      data: data.map((value, index) => [-0, 1e-45, -1e-40, value / 3][index % 4]!),
      shape,
    };
  }
  const open = (bytes: Uint8Array<ArrayBuffer>) =>
    weights
      .locator('input[type="file"]')
      .setInputFiles({ name: 'mine.safetensors', mimeType: '', buffer: Buffer.from(bytes) });
  await open(lab.write_safetensors(other, {}));
  await expect(weights.locator('.weights_tensors li')).toHaveCount(8);
  await expect(weights).toContainText('Both runs begin with these weights');
  const second = await saved();
  for (const name of weight_names) {
    const found = await second.tensor(name);
    expect([name, found.shape, bits(found.data)]).toEqual([
      name,
      other[name]!.shape,
      bits(other[name]!.data),
    ]);
  }
  // Invalid files are explained; the weights do not change.
  const { w1, ...rest } = other;
  await open(lab.write_safetensors(rest, {}));
  await expect(weights.locator('[data-error="missing"]')).toContainText('lacks w1');
  const transposed = w1!.shape.toReversed();
  await open(lab.write_safetensors({ ...rest, w1: { data: w1!.data, shape: transposed } }, {}));
  await expect(weights.locator('[data-error="shape"]')).toContainText(
    `w1 has the shape (${transposed.join(', ')})`,
  );
  await open(
    new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'),
  );
  await expect(weights.locator('[data-error="file"]')).toContainText('Git LFS');
  await expect(weights.locator('.weights_tensors li')).toHaveCount(8);
  await weights.getByRole('button', { name: 'Back to random weights' }).click();
  await expect(weights.locator('.weights_tensors')).toHaveCount(0);
  const third = await saved();
  expect(bits((await third.tensor('w1')).data)).toEqual(bits((await first.tensor('w1')).data));
});
