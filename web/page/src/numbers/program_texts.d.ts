/** Texts of a module's functions without types, by name (plugins/program_text.ts). */
declare module '*?program' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
