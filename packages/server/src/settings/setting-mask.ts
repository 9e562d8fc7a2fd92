import { isSecretSetting } from './setting-name.ts';
import type { SettingName, Settings } from './settings-schema.ts';
import { settingText } from './setting-text.ts';

/** Stands for a secret that is set. */
export const settingMask = '********';

/**
 * The value of a setting as people may see it: numbers and flags as such, everything else as its variable is written,
 * null when unset. Of a secret only whether it is set, and whether it is empty.
 */
export function shownSetting(
  name: SettingName,
  settings: Settings,
): string | number | boolean | null {
  const value = settings[name];
  const text = settingText(value);
  if (text === undefined) return null;
  if (isSecretSetting(name)) return text === '' ? '' : settingMask;
  return typeof value === 'number' || typeof value === 'boolean' ? value : text;
}
