import { settingText } from './setting-text.ts';
import { secretSettings, type Settings, settingsSchema } from './settings-schema.ts';

/** A setting by its environment variable. */
export type SettingName = keyof Settings;

const prefix = 'FILMGATE_';

/** Every setting, in the order of the schema. */
export const settingNames: readonly SettingName[] = settingsSchema.keyof().options;

const secrets: ReadonlySet<string> = new Set(secretSettings);

/** Whether the value of a setting must never be shown. */
export function isSecretSetting(name: SettingName): boolean {
  return secrets.has(name);
}

/** The name the admin API uses: the variable in lower case without its prefix (decisions §6 `settings`). */
export function shortSettingName(name: SettingName): string {
  return name.slice(prefix.length).toLowerCase();
}

const byShortName: ReadonlyMap<string, SettingName> = new Map(
  settingNames.map((name) => [shortSettingName(name), name]),
);

/** The setting behind a name of the admin API; undefined when there is none. */
export function settingByShortName(shortName: string): SettingName | undefined {
  return byShortName.get(shortName);
}

/** Settings that have another value than their default. */
export function differingFromDefault(settings: Settings): ReadonlySet<SettingName> {
  const defaults = settingsSchema.parse({});
  return new Set(
    settingNames.filter((name) => settingText(settings[name]) !== settingText(defaults[name])),
  );
}
