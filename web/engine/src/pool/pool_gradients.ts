/** The networks whose gradients a pool computes, each in parts, and its calls of `backward`. */
import type { FeedForward } from '../layers/feed_forward.js';
import type { Crew } from './pool_crew.js';
import { GradientCall, type GradientCallContext, type GradientWork } from './pool_gradient_call.js';
import { part_copy, type SharedNetwork, SharedNetworks } from './pool_network.js';
import { type GradientRange, plan_gradients } from './pool_plan.js';
import type { NamedTensors } from './worker_source.js';

/** A network, divided. */
interface Divided {
  readonly ranges: readonly GradientRange[];
  readonly returned: (NamedTensors | undefined)[];
}

export class Gradients {
  readonly #crew: Crew;
  readonly #forget: (network: SharedNetwork) => void;
  readonly #divided = new WeakMap<FeedForward, Divided>();
  /** The versions of the parts of all networks, by the number of the part. */
  readonly #parts: SharedNetworks[] = [];

  constructor(crew: Crew, forget: (network: SharedNetwork) => void) {
    this.#crew = crew;
    this.#forget = forget;
  }

  #divide(ffn: FeedForward): Divided {
    const known = this.#divided.get(ffn);
    if (known !== undefined) return known;
    const ranges = plan_gradients(ffn.d_model, ffn.d_ff, this.#crew.slots.length);
    const divided = { ranges, returned: [] };
    this.#divided.set(ffn, divided);
    return divided;
  }

  #part_of(ffn: FeedForward, index: number): SharedNetwork {
    const copied = (network: FeedForward) =>
      part_copy(this.#divide(network).ranges[index] as GradientRange)(network);
    this.#parts[index] ??= new SharedNetworks(copied, this.#forget);
    return this.#parts[index].current(ffn);
  }

  /** Begins a call, after its arguments are checked. */
  begin(
    ffn: FeedForward,
    work: Pick<GradientWork, 'x' | 'grad_output' | 'gradients'>,
    context: Pick<GradientCallContext, 'settle' | 'signal'>,
  ): void {
    const { ranges, returned } = this.#divide(ffn);
    const networks = ranges.map((_, index) => this.#part_of(ffn, index));
    const call = new GradientCall(
      {
        ...context,
        networks,
        dispatch: () => this.#crew.dispatch(),
        ended: (ended) => this.#crew.ended(ended),
      },
      { ...work, ranges, returned },
    );
    this.#crew.begin(call);
  }

  /** Stops observing the networks. */
  dispose(): void {
    for (const networks of this.#parts) networks.dispose();
  }
}
