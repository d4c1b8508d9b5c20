import type { CeilingKind } from '../../../web/page/src/speed/results.ts';
import type { EngineModule } from './engine.ts';

export interface EngineEntry {
  readonly label: string;
  readonly ceiling: CeilingKind;
  /** Of tests/peers/package.json, where the version stands. */
  readonly package?: string;
  readonly load: () => Promise<EngineModule>;
}

export declare const engines: Readonly<Record<string, EngineEntry>>;
