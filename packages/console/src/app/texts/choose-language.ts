import { type Language, languages, translations } from './translations.ts';

const storageKey = 'filmgate.language';

const isLanguage = (text: string): text is Language =>
  languages.some((language) => language === text);

/** Returns the language chosen earlier in this browser, else the first supported language of the browser. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Sets the first language, and stores each later choice in the browser. */
export function chooseLanguage(): void {
  const apply = (language: string): void => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  };
  void translations.changeLanguage(firstLanguage());
  apply(translations.language);
  translations.on('languageChanged', (language) => {
    localStorage.setItem(storageKey, language);
    apply(language);
  });
}
