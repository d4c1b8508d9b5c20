interface Policy {
  createScriptURL(url: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

function require_same_origin(url: string): string {
  if (new URL(url, location.href).origin !== globalThis.origin) throw new TypeError('a script from another origin');
  return url;
}

let policy: Policy | undefined;

/** Returns a URL as TrustedScriptURL, by the page's only Trusted Types policy; throws for another origin. */
export function trusted_script_url(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('ffn-lab', { createScriptURL: require_same_origin }) ?? { createScriptURL: require_same_origin };
  return policy.createScriptURL(url);
}
