/** Message keys of the lazily loaded panels, one English catalogue each. Panel titles and leads are in the page's main catalogue. */
import type backward from '../steps/backward/messages/en.json';
import type training from '../steps/training/messages/en.json';
import type speed from '../steps/speed/messages/en.json';
import type bridge from '../steps/bridge/messages/en.json';
import type checkpoint from '../steps/checkpoint/messages/en.json';
import type proof from '../steps/proof/messages/en.json';

export type LazyMessageKey =
  keyof typeof backward | keyof typeof training | keyof typeof speed | keyof typeof bridge | keyof typeof checkpoint | keyof typeof proof;
