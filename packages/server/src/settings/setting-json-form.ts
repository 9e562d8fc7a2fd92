import type { SettingName } from './setting-name.ts';
import { settingsSchema } from './settings-schema.ts';

/** What a value of a setting may be in JSON, besides its text as the variable takes it. */
export type SettingJsonForm = 'text' | 'number' | 'flag' | 'list' | 'aliases';

const lists: ReadonlySet<SettingName> = new Set<SettingName>([
  'FILMGATE_IMAGE_HOSTS',
  'FILMGATE_ALLOWED_ORIGINS',
]);

/** Texts of which every numeric setting takes one, whatever its bounds. */
const numbers = ['1', '10', '60', '1000', '1000000'];

/** Read off what the schema makes of a text, so that a setting cannot be said to be of two forms. */
export function jsonFormOf(name: SettingName): SettingJsonForm {
  if (name === 'FILMGATE_MODEL_ALIASES') return 'aliases';
  if (lists.has(name)) return 'list';
  const form = settingsSchema.shape[name];
  if (typeof form.safeParse('true').data === 'boolean') return 'flag';
  const isNumber = numbers.some((text) => typeof form.safeParse(text).data === 'number');
  return isNumber ? 'number' : 'text';
}
