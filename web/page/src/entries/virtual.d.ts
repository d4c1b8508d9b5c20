/** Titles and leads of all steps in one language, for the contents: plugins/step_titles.ts. */
declare module 'virtual:step_titles/*' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}
