/** Returns the option whose number is nearest to `value`. */
export function nearest_option<Name extends string>(options: Readonly<Record<Name, number>>, value: number): Name {
  const distance = (name: Name) => Math.abs(options[name] - value);
  return (Object.keys(options) as Name[]).reduce((best, name) => (distance(name) < distance(best) ? name : best));
}
