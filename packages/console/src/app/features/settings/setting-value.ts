import type { TFunction } from 'i18next';
import type { Setting } from '../../api/responses.ts';

/**
 * Value of a field's text for the request. Text that is not a number is sent unchanged, so that the server explains the
 * error.
 */
export function readValue(
  text: string,
  { kind, secret }: Pick<Setting, 'kind' | 'secret'>,
): string | number | boolean {
  const trimmed = text.trim();
  if (kind === 'flag') return trimmed === 'true';
  if (kind === 'number' && /^\d{1,12}$/.test(trimmed)) return Number(trimmed);
  return secret ? text : trimmed;
}

/** Value in force, or a text for an absent value. */
export function sayValue(
  { value, secret, unit }: Pick<Setting, 'value' | 'secret' | 'unit'>,
  { t, language }: { readonly t: TFunction<'settings'>; readonly language: string },
): string {
  if (value === null) return t('unset');
  if (value === '') return t('empty');
  if (secret) return t('secret.set');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'string') return value;
  if (unit === null) return String(value);
  const count = typeof value === 'number' ? value : 0;
  return t(`value.${unit}`, { count, value: value.toLocaleString(language) });
}

/** Text in one of the server's two languages. */
export function inLanguage(text: Setting['title'], language: string): string {
  return language === 'zh' ? text.zh : text.en;
}
