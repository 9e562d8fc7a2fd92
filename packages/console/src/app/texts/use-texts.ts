import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, type TextKey, type Texts } from './define-texts.ts';

type Values = { readonly [name: string]: string | number };

/** Gives the text of a key in the language chosen. */
export type Translate<T> = (key: TextKey<T>, values?: Values) => string;

/** The texts of a part of the pages; `t` is another one only in another language. */
export function useTexts<T extends { readonly [key: string]: string }>(
  texts: Texts<T>,
): { readonly t: Translate<T>; readonly language: string } {
  const { i18n } = useTranslation();
  for (const language of languages) {
    if (!i18n.hasResourceBundle(language, texts.namespace))
      i18n.addResourceBundle(language, texts.namespace, texts[language]);
  }
  const { language } = i18n;
  const t = useMemo((): Translate<T> => {
    const translate = i18n.getFixedT(language, texts.namespace);
    return (key, values = {}) => translate(String(key), values);
  }, [i18n, language, texts]);
  return { t, language };
}
