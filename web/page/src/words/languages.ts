export const languages = ['en', 'fr', 'vi'] as const;
export type Language = (typeof languages)[number];

export const autonyms: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  vi: 'Tiếng Việt',
};

export const is_language = (text: unknown): text is Language =>
  languages.includes(text as Language);
