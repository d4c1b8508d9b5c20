/**
 * Disposes of the objects that a recipe makes, so that its text, which is also a program, need not.
 */
import type { Lab } from 'ffn-lab';

type Disposable = { readonly dispose: () => void };
const is_disposable = (value: unknown): value is Disposable =>
  typeof value === 'object' &&
  value !== null &&
  'dispose' in value &&
  typeof value.dispose === 'function';

export function make_scope(lab: Lab) {
  const made = new Set<Disposable>();
  // The target is empty, because a proxy must return the members of a frozen object unchanged.
  const scoped = new Proxy({} as Lab, {
    get(_, name) {
      const member: unknown = lab[name as keyof Lab];
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const value = (member as (...values: unknown[]) => unknown)(...values);
        if (is_disposable(value)) made.add(value);
        return value;
      };
    },
  });
  return {
    /** Collects the objects that are made with it. */
    lab: scoped,
    /** Excludes an object: it is not disposed of. */
    release: (object: object) => made.delete(object as Disposable),
    dispose: () => {
      for (const object of made) object.dispose();
      made.clear();
    },
  };
}
