/** Trusted Types policy that allows scripts and workers of this origin. */
const own = (address) => {
  if (new URL(address, globalThis.location.href).origin !== globalThis.location.origin)
    throw new TypeError(`${address} is of another origin`);
  return address;
};
globalThis.trustedTypes?.createPolicy('default', { createScriptURL: own });
