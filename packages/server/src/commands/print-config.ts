import type { ReadSettings } from '../settings/read-settings.ts';
import { shownSetting } from '../settings/setting-name.ts';
import { settingNames } from '../settings/settings-schema.ts';

/** `filmgate config print`: a line for each setting, its value last, as it may contain spaces. Secrets are masked. */
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
