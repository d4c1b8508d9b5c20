/** The bytes of web/model/facts.ACTIVATION.safetensors, packed by plugins/facts_archive.ts. */
declare module 'virtual:facts/*' {
  const packed: string;
  export default packed;
}
