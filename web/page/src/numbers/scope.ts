/** Disposes of the objects that a recipe makes, so that its text, which is also a program, need not. */
import type { Lab } from 'ffn-lab';

type Method = (...values: unknown[]) => unknown;

const is_disposable = (value: unknown): value is { dispose: () => void } =>
  typeof value === 'object' && value !== null && 'dispose' in value && typeof value.dispose === 'function';

interface Scope {
  /** Collects the objects that are made with it. */
  readonly lab: Lab;
  /** Excludes an object, which lives on. */
  readonly release: (object: object) => void;
  readonly dispose: () => void;
}

export function make_scope(lab: Lab): Scope {
  const made = new Set<{ dispose: () => void }>();
  const collect = (value: unknown) => {
    if (is_disposable(value)) made.add(value);
    return value;
  };
  // The target is empty, because a proxy must return the members of a frozen object unchanged.
  const scoped = new Proxy({} as Lab, {
    get(_, name) {
      const member: unknown = lab[name as keyof Lab];
      return typeof member === 'function' ? (...values: unknown[]) => collect((member as Method)(...values)) : member;
    },
  });
  return {
    lab: scoped,
    release: (object) => made.delete(object as { dispose: () => void }),
    dispose: () => {
      for (const object of made) object.dispose();
      made.clear();
    },
  };
}
