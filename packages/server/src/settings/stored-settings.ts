import { randomUUID } from 'node:crypto';
import type { Audited, KeyValueStore } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { z } from 'zod';
import { isChangeable, isSecretSetting, shortSettingName, variablesOf } from './setting-name.ts';
import {
  type SettingName,
  settingNames,
  type Settings,
  settingsSchema,
} from './settings-schema.ts';

/** Texts that an administrator changed, as their variables would hold them; null = reset to the environment. */
export type SettingTexts = ReadonlyMap<SettingName, string | null>;

/** Stored texts at one moment. */
export interface StoredTexts {
  /** Text that is different after each change, by any node; undefined before the first. */
  readonly version: string | undefined;
  readonly texts: ReadonlyMap<SettingName, string>;
}

/** Stored texts of settings, one key-value entry each; secrets sealed. */
export interface StoredSettings {
  /** Reads the version alone, one small read, to detect changes. */
  version(): Promise<string | undefined>;
  /** Reads the texts stored now; a secret that cannot be opened is a fault, since the wrong key would be in force. */
  read(): Promise<StoredTexts>;
  /** Stores all texts or none, over the version read. Returns the new version; undefined if another node was faster. */
  write(
    changes: SettingTexts,
    over: string | undefined,
    audited?: Audited,
  ): Promise<string | undefined>;
}

/** Key-value entries cannot be removed: a setting that was reset is stored as reset. */
const kept = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('sealed'), sealed: z.string() }),
  z.object({ kind: z.literal('given-back') }),
]);

type Kept = z.infer<typeof kept>;

/** Entry name of a setting, and purpose of its sealed secret: with the former name, if any, which stores have. */
export const settingValueName = (name: SettingName): string =>
  `setting|${variablesOf(name).at(-1) ?? name}`;

const versionName = 'settings-version';

export function createStoredSettings(values: KeyValueStore, box: SecretBox): StoredSettings {
  const version = () => values.get(versionName);
  return {
    version,
    async read() {
      for (;;) {
        const before = await version();
        const texts = await readTexts(values, box);
        // Another node may have written while this one read.
        if ((await version()) === before) return { version: before, texts };
      }
    },
    async write(changes, over, audited = {}) {
      const next: string = randomUUID();
      const entries = new Map([[versionName, next]]);
      for (const [name, text] of changes) {
        entries.set(settingValueName(name), JSON.stringify(keep(box, name, text)));
      }
      const expected = { name: versionName, value: over };
      const isPut = await values.putAllIf({ values: entries, expected, ...audited });
      return isPut ? next : undefined;
    },
  };
}

async function readTexts(
  values: KeyValueStore,
  box: SecretBox,
): Promise<ReadonlyMap<SettingName, string>> {
  const names = settingNames.filter(isChangeable);
  const found = await Promise.all(names.map((name) => values.get(settingValueName(name))));
  const stored = new Map<SettingName, string>();
  for (const [index, name] of names.entries()) {
    const text = found[index];
    const opened = text === undefined ? null : open(box, name, kept.parse(JSON.parse(text)));
    if (opened !== null) stored.set(name, opened);
  }
  return stored;
}

function keep(box: SecretBox, name: SettingName, text: string | null): Kept {
  if (text === null) return { kind: 'given-back' };
  if (!isSecretSetting(name)) return { kind: 'text', text };
  return { kind: 'sealed', sealed: box.seal(settingValueName(name), text) };
}

function open(box: SecretBox, name: SettingName, value: Kept): string | null {
  switch (value.kind) {
    case 'given-back':
      return null;
    case 'text':
      return value.text;
    case 'sealed': {
      const opened = box.open(settingValueName(name), value.sealed);
      if (opened.kind === 'opened') return opened.plaintext;
      throw new Error(`The stored ${name} cannot be decrypted: ${opened.reason}.`);
    }
  }
}

/** Settings with some of them overridden by other texts, or the problems of those texts, one sentence each. */
type OverlaidSettings =
  | { readonly kind: 'overlaid'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Parses texts by the rules of the environment and applies them over `base`. */
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
