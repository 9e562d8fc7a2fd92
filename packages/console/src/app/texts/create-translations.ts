import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from './define-texts.ts';

const storageKey = 'filmgate.language';

const isLanguage = (text: string): text is Language =>
  languages.some((language) => language === text);

/** The language chosen here before, else the first of the browser's that we speak. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Translations of the pages; each part brings its own texts when it is loaded. */
export function createTranslations(): i18n {
  const translations = i18next.createInstance();
  void translations.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  const apply = (language: string): void => {
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  };
  apply(translations.language);
  translations.on('languageChanged', (language) => {
    localStorage.setItem(storageKey, language);
    apply(language);
  });
  return translations;
}
