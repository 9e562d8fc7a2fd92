import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './header-select.module.css';
import { Icon, type IconName } from './icon.tsx';
import { shellTexts } from '../texts/shell.ts';
import { type Language, languages } from '../texts/translations.ts';

export interface HeaderSelectProps<V extends string> {
  readonly label: string;
  readonly icon: IconName;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: string; readonly lang?: string }[];
  readonly onPick: (value: V) => void;
}

/** A select behind an icon. Native, so that it needs no code and phones show their own list. */
function HeaderSelect<V extends string>(props: HeaderSelectProps<V>) {
  const { label, icon, value, options, onPick } = props;
  return (
    <span className={styles['place']} title={label}>
      <Icon name={icon} />
      <select
        aria-label={label}
        className={styles['select']}
        value={value}
        onChange={({ currentTarget }) => {
          const picked = options.find((option) => option.value === currentTarget.value);
          if (picked !== undefined) onPick(picked.value);
        }}
      >
        {options.map(({ value: own, text, lang }) => (
          <option key={own} value={own} lang={lang}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

const icons = { light: 'sun', dark: 'moon', auto: 'screen' } as const satisfies {
  readonly [scheme: string]: IconName;
};

export function SchemeMenu() {
  const { t } = useTranslation(shellTexts);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <HeaderSelect
      label={t('scheme')}
      icon={icons[colorScheme]}
      value={colorScheme}
      options={(['light', 'dark', 'auto'] as const).map((value) => ({
        value,
        text: t(`scheme.${value}`),
      }))}
      onPick={setColorScheme}
    />
  );
}

/** Each language under its own name, so that its speakers find it. */
const names: { readonly [L in Language]: string } = { en: 'English', zh: '中文' };

export function LanguageMenu() {
  const { t } = useTranslation(shellTexts);
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
