// Measures the memory of the page and each of its workers after a full garbage collection.

import { summarize_heap } from './heap.mjs';

/** Sends protocol messages to workers through the page's session, in which Chromium wraps them. */
function make_workers(session) {
  const attached = new Map();
  const waiting = new Map();
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) =>
    attached.set(sessionId, targetInfo),
  );
  session.on('Target.detachedFromTarget', ({ sessionId }) => attached.delete(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const ask = (sessionId, method, params = {}) =>
    new Promise((resolve) => {
      const id = ++last;
      // A worker that ends does not reply.
      const timer = setTimeout(() => resolve(undefined), 10_000);
      waiting.set(id, (result) => (clearTimeout(timer), resolve(result)));
      session
        .send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, method, params }),
        })
        .catch(() => resolve(undefined));
    });
  const of_page = () =>
    [...attached].filter(([, { type }]) => type === 'worker').map(([sessionId]) => sessionId);
  return { of_page, ask };
}

/**
 * Returns the bytes of all WebAssembly memories of a worker, which code added by server.mjs counts.
 */
async function wasm_bytes(ask, sessionId) {
  const answer = await ask(sessionId, 'Runtime.evaluate', {
    expression: 'soak_memory()',
    returnByValue: true,
  });
  return answer?.result?.value ?? 0;
}

async function worker_bytes(ask, sessionId) {
  await ask(sessionId, 'HeapProfiler.collectGarbage');
  const usage = await ask(sessionId, 'Runtime.getHeapUsage');
  return { heap: usage?.usedSize ?? 0, wasm: await wasm_bytes(ask, sessionId) };
}

/**
 * Runs in the page: returns the number of nodes in the document. The browser's metric also counts
 * detached nodes and those of its controls.
 */
function shown_nodes() {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode() !== null) count++;
  return count;
}

const name_of = ({ localName, attributes = [] }) => {
  const at = attributes.indexOf('class');
  return `${localName}${at < 0 ? '' : `.${attributes[at + 1].split(' ').join('.')}`}`;
};

/** Returns descriptions of the detached trees that scripts still reference. */
async function detached_trees(session) {
  const { detachedNodes } = await session
    .send('DOM.getDetachedDomNodes')
    .catch(() => ({ detachedNodes: [] }));
  return detachedNodes.map(
    ({ treeNode }) =>
      `${name_of(treeNode)} (${(treeNode.children ?? []).map(name_of).slice(0, 4).join(', ')})`,
  );
}

async function chromium_meter(context, page) {
  const session = await context.newCDPSession(page);
  const { of_page, ask } = make_workers(session);
  await session.send('Performance.enable');
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const measure = async () => {
    // Weak references and finalizers need more than one collection.
    for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (name) => metrics.find((one) => one.name === name)?.value ?? 0;
    const workers = await Promise.all(of_page().map((sessionId) => worker_bytes(ask, sessionId)));
    const sum = (of) => workers.reduce((total, worker) => total + worker[of], 0);
    return {
      heap: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      shown: await page.evaluate(shown_nodes),
      listeners: metric('JSEventListeners'),
      documents: metric('Documents'),
      workers: workers.length,
      worker_heap: sum('heap'),
      wasm: sum('wasm'),
    };
  };
  return Object.assign(measure, {
    detached: () => detached_trees(session),
    summarize: () => summarize_heap(session),
  });
}

const firefox_meter = (page) => async () => ({
  nodes: await page.evaluate(() => document.getElementsByTagName('*').length),
  workers: page.workers().length,
});

/** @returns {Promise<() => Promise<Record<string, number>>>} */
export async function make_meter(name, context, page) {
  return name === 'chromium' ? await chromium_meter(context, page) : firefox_meter(page);
}

/** One worker of the page, and one for each panel that has a separate one. */
export const most_workers = 6;

/** Growth allowed in a visit: a share of the median, or an absolute amount of noise. */
export const allowed = {
  heap: { share: 0.08, noise: 1_000_000 }, // includes the browser's compiled code and timing records
  nodes: { share: 0.08, noise: 200 },
  listeners: { share: 0.08, noise: 40 },
  documents: { share: 0, noise: 2 },
  workers: { share: 0, noise: 1.5 }, // a panel's worker is reused for the next file or training run
  worker_heap: { share: 0.15, noise: 1_600_000 },
  wasm: { share: 0.1, noise: 8_000_000 }, // one more worker, and parts of the core that are loaded on demand
};
