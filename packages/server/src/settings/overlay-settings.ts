import { shortSettingName } from './setting-name.ts';
import { type SettingName, type Settings, settingsSchema } from './settings-schema.ts';

/** Settings with some of them put in other texts' place, or what is wrong with those texts, one sentence each. */
export type OverlaidSettings =
  | { readonly kind: 'overlaid'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Reads texts by the rules of the environment and lays them over `base`. */
export function overlaySettings(
  base: Settings,
  texts: ReadonlyMap<SettingName, string>,
): OverlaidSettings {
  const parsed = settingsSchema.safeParse(Object.fromEntries(texts));
  if (parsed.success) {
    const over = Object.fromEntries([...texts.keys()].map((name) => [name, parsed.data[name]]));
    return { kind: 'overlaid', settings: { ...base, ...over } };
  }
  const shortNames = new Map<PropertyKey, string>(
    [...texts.keys()].map((name) => [name, shortSettingName(name)]),
  );
  const problems = parsed.error.issues.map(
    ({ path: [name = ''], message }) => `${shortNames.get(name) ?? String(name)} ${message}.`,
  );
  return { kind: 'refused', problems };
}
