/** The bytes of web/model/facts.gelu.safetensors, packed by plugins/facts_archive.ts. */
declare module 'virtual:facts/gelu' {
  const packed: string;
  export default packed;
}

/** The bytes of web/model/facts.relu.safetensors. */
declare module 'virtual:facts/relu' {
  const packed: string;
  export default packed;
}
