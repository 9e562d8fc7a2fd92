import type { SettingName } from './setting-name.ts';
import { settingsSchema } from './settings-schema.ts';

/** Texts of which every numeric setting takes one, whatever its bounds. */
const numbers = ['1', '10', '60', '1000', '1000000', '1000000000'];

/**
 * The type a value of a setting has in JSON, besides its text as the variable takes it; lists and aliases are texts here.
 * Read off what the schema makes of a text, so that the two cannot differ.
 */
export function jsonTypeOf(name: SettingName): 'string' | 'number' | 'boolean' {
  const form = settingsSchema.shape[name];
  if (typeof form.safeParse('true').data === 'boolean') return 'boolean';
  const isNumber = numbers.some((text) => typeof form.safeParse(text).data === 'number');
  return isNumber ? 'number' : 'string';
}
