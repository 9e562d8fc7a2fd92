import {
  declarationOf,
  type SettingName,
  settingNames,
  type Settings,
  settingsSchema,
} from './settings-schema.ts';

const prefix = 'FILMGATE_';

/** True if the value of a setting must never be shown. */
export function isSecretSetting(name: SettingName): boolean {
  return declarationOf(name).isSecret === true;
}

/** True if an administrator can change a setting while the gateway runs. */
export function isChangeable(name: SettingName): boolean {
  return declarationOf(name).isChangeable === true;
}

/** Variables that give a setting: its name, and its former name. */
export function variablesOf(name: SettingName): readonly string[] {
  const { formerly } = declarationOf(name);
  return formerly === undefined ? [name] : [name, formerly];
}

/** Returns the name in the admin API: the variable in lower case without its prefix. */
export function shortSettingName(name: string): string {
  return (name.startsWith(prefix) ? name.slice(prefix.length) : name).toLowerCase();
}

const byShortName: ReadonlyMap<string, SettingName> = new Map(
  settingNames.flatMap((name) =>
    variablesOf(name).map((variable) => [shortSettingName(variable), name] as const),
  ),
);

/** Returns the setting of a name in the admin API; undefined for an unknown name. */
export function settingByShortName(shortName: string): SettingName | undefined {
  return byShortName.get(shortName);
}

/** Returns settings that differ from their default. */
export function differingFromDefault(settings: Settings): ReadonlySet<SettingName> {
  const defaults = settingsSchema.parse({});
  return new Set(
    settingNames.filter((name) => settingText(settings[name]) !== settingText(defaults[name])),
  );
}

/** Formats a checked setting as its environment variable; undefined when unset. */
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

/** Replaces a secret that is set. */
export const settingMask = '********';

/** Value for display: numbers and flags unchanged, others as in their variable, null when unset. Secrets are masked. */
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
