import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Languages of the pages. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Keys are flat. English until `chooseLanguage` is called. */
export const translations = createInstance();
void translations.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});
