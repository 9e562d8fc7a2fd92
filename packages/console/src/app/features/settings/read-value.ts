import type { SettingForm } from './setting-facts.ts';

/** A field's text as the server takes it. What is no number is sent as it is: the server says what is wrong with it. */
export function readValue(text: string, form: SettingForm): string | number | boolean {
  const trimmed = text.trim();
  if (form.kind === 'flag') return trimmed === 'true';
  if (form.kind === 'number' && /^\d{1,12}$/.test(trimmed)) return Number(trimmed);
  return form.kind === 'secret' ? text : trimmed;
}
