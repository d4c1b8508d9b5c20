/** Returns names as the module's messages list them: `"relu", "gelu" or "silu"`. */
export function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ');
}
