/**
 * frame.html?engine=NAME runs one engine in its own frame, with its own globals, memory and
 * workers.
 */
import type { Prepared, RaceWeights } from '../engines/engine.ts';
import { engines } from '../engines/index.mjs';
import type { Work } from './work.ts';

/** The interface through which the benchmark uses a frame. */
export interface FrameApi {
  prepare(work: Work, weights: RaceWeights, x: Float32Array, threads: number): Promise<void>;
  time(passes: number): Promise<number>;
  /** The result of the last pass. */
  result(): Float32Array;
  close(): Promise<void>;
}

declare global {
  interface Window {
    race_frame?: FrameApi;
  }
}

/**
 * Copies arrays of another realm: `instanceof Float32Array` is false for them, and some engines
 * check it.
 */
const own_copy = (data: Float32Array) => new Float32Array(data);

/** The clock of the race's page: a frame without isolation has a coarse clock. */
const now = () => window.parent.performance.now();

function make_frame(name: string): FrameApi {
  let prepared: Prepared | undefined;
  let input = new Float32Array();
  let output = new Float32Array();
  return {
    async prepare(work, { w1, b1, w2, b2 }, x, threads) {
      const entry = engines[name];
      if (entry === undefined) throw new RangeError(`no engine is called ${name}`);
      const { engine } = await entry.load();
      input = own_copy(x);
      prepared = await engine.prepare(
        work,
        { w1: own_copy(w1), b1: own_copy(b1), w2: own_copy(w2), b2: own_copy(b2) },
        threads,
      );
    },
    async time(passes) {
      if (prepared === undefined) throw new Error('nothing is prepared');
      let result: Float32Array | Promise<Float32Array> = output;
      const started = now();
      for (let pass = 0; pass < passes; pass++) {
        result = prepared.run(input);
        // A synchronous engine does not wait for the event loop: awaiting would add to its time.
        if (!ArrayBuffer.isView(result)) result = await result;
      }
      const elapsed = now() - started;
      output = result as Float32Array<ArrayBuffer>;
      return elapsed / passes;
    },
    result: () => output,
    async close() {
      await prepared?.close();
      prepared = undefined;
    },
  };
}

window.race_frame = make_frame(new URLSearchParams(location.search).get('engine') ?? '');
