/** For pages whose policy demands trusted types: scripts and workers may come from this origin. */
const own = (address) => {
  if (new URL(address, globalThis.location.href).origin !== globalThis.location.origin)
    throw new TypeError(`${address} is of another origin`);
  return address;
};
globalThis.trustedTypes?.createPolicy('default', { createScriptURL: own });
