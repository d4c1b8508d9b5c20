/** Titles and leads of all steps in one language, for the contents: plugins/step_titles.ts. */
declare module 'virtual:step_titles/*' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}

/** The first answers, computed when the page is built: plugins/built_numbers.ts. */
declare module 'virtual:first_answer' {
  const answers: import('./first_answer.ts').FirstAnswers;
  export default answers;
}
