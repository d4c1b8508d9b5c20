/** A server component that computes when it is asked for, and hands its outcome to the test. */
import { load } from 'ffn-lab';
import { work } from '../work.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const page = await work(load);
  const script = `globalThis.outcome = ${JSON.stringify({ page, worker: page })}`;
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
