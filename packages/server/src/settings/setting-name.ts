import {
  declarationOf,
  type SettingName,
  settingNames,
  type Settings,
  settingsSchema,
} from './settings-schema.ts';

const prefix = 'FILMGATE_';

/** Whether the value of a setting must never be shown. */
export function isSecretSetting(name: SettingName): boolean {
  return declarationOf(name).isSecret === true;
}

/** Whether an administrator can change it while the gateway runs. */
export function isChangeable(name: SettingName): boolean {
  return declarationOf(name).isChangeable === true;
}

/** The variables that give a setting: its name, and the one it had before. */
export function variablesOf(name: SettingName): readonly string[] {
  const { formerly } = declarationOf(name);
  return formerly === undefined ? [name] : [name, formerly];
}

/** The name the admin API uses: the variable in lower case without its prefix. */
export function shortSettingName(name: string): string {
  return name.slice(prefix.length).toLowerCase();
}

const byShortName: ReadonlyMap<string, SettingName> = new Map(
  settingNames.flatMap((name) =>
    variablesOf(name).map((variable) => [shortSettingName(variable), name] as const),
  ),
);

/** The setting behind a name of the admin API; undefined for an unknown name. */
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

/** A checked setting written as its environment variable would be; undefined when unset. */
function settingText(value: Settings[keyof Settings]): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.join(',');
  return Object.entries(value)
    .map(([alias, model]) => `${alias}=${model}`)
    .join(',');
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

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
