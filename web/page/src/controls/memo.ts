import { Component, type FunctionComponent } from 'preact';

type Same = (before: unknown, next: unknown) => boolean;

function differ(before: object, next: object, same: Same): boolean {
  const [old_values, values] = [before as Record<string, unknown>, next as Record<string, unknown>];
  const names = Object.keys(values);
  return (
    names.length !== Object.keys(old_values).length ||
    names.some((name) => !(name in old_values && same(old_values[name], values[name])))
  );
}

const is_collection = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);

/** Compares arrays and plain objects one level deep, as each reply of the core creates new ones. */
const same_content: Same = (before, next) =>
  Object.is(before, next) ||
  (is_collection(before) &&
    is_collection(next) &&
    Array.isArray(before) === Array.isArray(next) &&
    !differ(before, next, Object.is));

/**
 * Memoizes a component: it re-renders only when a property or a signal that it reads has changed.
 * For components used by the hundred.
 */
export function memo<Properties extends object>(component: FunctionComponent<Properties>) {
  return class extends Component<Properties> {
    override shouldComponentUpdate(next: Properties, state: object): boolean {
      // The Preact integration of signals sets a new state when a signal has changed.
      return state !== this.state || differ(this.props, next, same_content);
    }
    override render() {
      return component(this.props, undefined);
    }
  };
}
