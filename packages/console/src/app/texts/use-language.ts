import { useTranslation } from 'react-i18next';

/** Returns the language of the pages as a BCP 47 tag. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
