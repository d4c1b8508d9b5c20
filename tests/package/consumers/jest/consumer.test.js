import { writeFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import { work } from './work.js';

test('computes', async () => {
  const page = await work(load);
  writeFileSync('outcome.json', JSON.stringify({ page, worker: page }));
});
