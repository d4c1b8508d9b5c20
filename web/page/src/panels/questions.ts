/** What the core answers to the questions about hidden activations and about other tokens. */
import { core_resource } from '../core/resource.ts';

export const questions = core_resource('questions', () => 'notebook_batch');

/** The option whose number lies nearest to the core's. */
export function nearest_option<Name extends string>(options: Readonly<Record<Name, number>>, value: number): Name {
  const distance = (name: Name) => Math.abs(options[name] - value);
  return (Object.keys(options) as Name[]).reduce((best, name) => (distance(name) < distance(best) ? name : best));
}
