import type { ReadSettings } from '../settings/read-settings.ts';
import { shownSetting } from '../settings/setting-name.ts';
import { settingNames } from '../settings/settings-schema.ts';

/**
 * `filmgate config print`: one line for each setting: its name, the source of its value, and the value last, since it
 * may contain spaces. Secrets are always masked.
 */
export function printConfig({ settings, given }: ReadSettings): string {
  const rows = settingNames.map((name) => ({
    name,
    source: given.has(name) ? 'environment' : 'default',
    value: shownSetting(name, settings) ?? 'unset',
  }));
  const widest = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, source, value }) =>
      `${name.padEnd(widest)}  ${source.padEnd('environment'.length)}  ${value}`.trimEnd(),
    )
    .join('\n');
}
