import type { CeilingKind } from '../../../web/page/src/steps/speed/harness/ceilings.ts';
import type { SpeedTask } from '../../../web/page/src/steps/speed/harness/cases.ts';
import type { EngineModule } from './engine.ts';

export interface EngineEntry {
  readonly label: string;
  readonly tasks?: readonly SpeedTask[];
  readonly measures?: SpeedTask;
  readonly ceiling: CeilingKind;
  readonly isolated?: boolean;
  /** The package name in tests/peers/package.json, which has the version. */
  readonly package?: string;
  readonly load: () => Promise<EngineModule>;
}

export declare const engines: Readonly<Record<string, EngineEntry>>;

export declare function engines_with(task: SpeedTask): string[];
