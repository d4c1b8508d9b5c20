/**
 * The engine ffn-lab on a page without cross-origin isolation, where its pool has no shared memory
 * and hands work over in messages.
 */
import type { Engine } from './engine.ts';
import { Unable } from './engine.ts';
import { make_engine } from './ffn_lab.ts';

const ffn_lab = make_engine();

export const engine: Engine = {
  prepare(work, weights, threads) {
    if (threads === 1) return Promise.reject(new Unable('one thread sends no messages'));
    if (crossOriginIsolated) return Promise.reject(new Error('its frame is cross-origin isolated'));
    return ffn_lab.prepare(work, weights, threads);
  },
};
