import { z } from 'zod';
import { accessSettings } from './declared/access-settings.ts';
import type { DeclaredSetting } from './declared/declared-setting.ts';
import { jobsSettings } from './declared/jobs-settings.ts';
import { limitsSettings } from './declared/limits-settings.ts';
import { modelsSettings } from './declared/models-settings.ts';
import { reachSettings } from './declared/reach-settings.ts';
import { recordsSettings } from './declared/records-settings.ts';
import { storageSettings } from './declared/storage-settings.ts';

const declared = {
  ...accessSettings,
  ...reachSettings,
  ...modelsSettings,
  ...jobsSettings,
  ...recordsSettings,
  ...limitsSettings,
  ...storageSettings,
};

export type Declared = typeof declared;

/** Name of a setting: its environment variable. */
export type SettingName = keyof Declared;

type Forms = { readonly [N in SettingName]: Declared[N]['form'] };

const isForms = (shape: object): shape is Forms =>
  Object.keys(declared).every((name) => Object.hasOwn(shape, name));

function formsOf(): Forms {
  const shape = Object.fromEntries(
    Object.entries(declared).map(([name, { form }]) => [name, form]),
  );
  if (!isForms(shape)) throw new Error('A setting has no form.');
  return shape;
}

/** Schema of every setting by its environment variable, with its default. */
export const settingsSchema = z.object(formsOf());

/** Validated settings by environment variable. */
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export function declarationOf(name: SettingName): DeclaredSetting {
  return declared[name];
}

/** Every setting, in the order of declaration. */
export const settingNames: readonly SettingName[] = settingsSchema.keyof().options;

/** Settings whose value must never be printed, and that may come from a file named by `<NAME>_FILE`. */
export const secretSettings: readonly SettingName[] = settingNames.filter(
  (name) => declarationOf(name).isSecret === true,
);
