import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../texts/define-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import { HeaderSelect } from './header-select.tsx';
import { shellTexts } from './shell-texts.ts';

/** Each language in its own words, so that everybody finds theirs. */
const names: { readonly [L in Language]: string } = { en: 'English', zh: '中文' };

export function LanguageMenu() {
  const { t } = useTexts(shellTexts);
  const { i18n } = useTranslation();
  const current = languages.find((language) => language === i18n.language) ?? 'en';
  return (
    <HeaderSelect
      label={t('language')}
      icon="globe"
      value={current}
      options={languages.map((value) => ({ value, text: names[value], lang: value }))}
      onPick={(language) => void i18n.changeLanguage(language)}
    />
  );
}
