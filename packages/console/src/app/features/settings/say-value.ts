import type { Setting } from '../../api/answers.ts';
import type { Translate } from '../../texts/use-texts.ts';
import type { SettingForm } from './setting-facts.ts';
import type { settingsTexts } from './settings-texts.ts';

/** The value in force, in words where it has none of its own. */
export function sayValue(
  { value, secret }: Pick<Setting, 'value' | 'secret'>,
  form: SettingForm,
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
  if (form.kind !== 'number' || form.unit === 'none') return String(value);
  return `${value.toLocaleString(language)} ${t(`unit.${form.unit}`)}`;
}
