import type { Setting } from '../../api/responses.ts';
import type { Translate } from '../../texts/use-texts.ts';
import type { settingsTexts } from './settings-texts.ts';

/** A field's text as the server takes it. What is no number is sent as it is: the server says what is wrong with it. */
export function readValue(
  text: string,
  { kind, secret }: Pick<Setting, 'kind' | 'secret'>,
): string | number | boolean {
  const trimmed = text.trim();
  if (kind === 'flag') return trimmed === 'true';
  if (kind === 'number' && /^\d{1,12}$/.test(trimmed)) return Number(trimmed);
  return secret ? text : trimmed;
}

/** The value in force, in words where it has none of its own. */
export function sayValue(
  { value, secret, unit }: Pick<Setting, 'value' | 'secret' | 'unit'>,
  {
    t,
    language,
  }: { readonly t: Translate<(typeof settingsTexts)['en']>; readonly language: string },
): string {
  if (value === null) return t('unset');
  if (value === '') return t('empty');
  if (secret) return t('secret.set');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'string') return value;
  if (unit === null) return String(value);
  return `${value.toLocaleString(language)} ${t(`unit.${unit}`)}`;
}

/** A text the server gave in both languages. */
export function inLanguage(text: Setting['title'], language: string): string {
  return language === 'zh' ? text.zh : text.en;
}
