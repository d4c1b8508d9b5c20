import { Component, createElement } from 'preact';
import type { FunctionComponent } from 'preact';

/**
 * A component that is drawn again when one of its properties has changed, or a signal that it reads: for what stands on the page by the hundred.
 */
export function redrawn<Properties extends object>(Drawn: FunctionComponent<Properties>) {
  return class extends Component<Properties> {
    override shouldComponentUpdate(next: Properties): boolean {
      const names = Object.keys({ ...this.props, ...next }) as (keyof Properties)[];
      return names.some((name) => !Object.is(next[name], this.props[name]));
    }
    override render() {
      return createElement(Drawn, this.props);
    }
  };
}
