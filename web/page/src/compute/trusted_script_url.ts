interface Policy {
  createScriptURL(url: string): string;
}

const same_origin: Policy = {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== globalThis.origin)
      throw new TypeError('a script from another origin');
    return url;
  },
};

let policy: Policy | undefined;

/**
 * Returns a URL as TrustedScriptURL, by the page's only Trusted Types policy; throws for another
 * origin.
 */
export function trusted_script_url(url: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  policy ??= trustedTypes?.createPolicy('ffn-lab', same_origin) ?? same_origin;
  return policy.createScriptURL(url);
}
