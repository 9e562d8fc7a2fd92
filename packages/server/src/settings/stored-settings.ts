import type { NamedValues } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { z } from 'zod';
import { isChangeable } from './changeable-settings.ts';
import { isSecretSetting, type SettingName, settingNames } from './setting-name.ts';

/** What an administrator changed: the text as its variable would hold it; null = given back to the environment. */
export type SettingTexts = ReadonlyMap<SettingName, string | null>;

/** The stored texts of settings, one named value each; secrets sealed. */
export interface StoredSettings {
  /** Only what is stored now; a secret that cannot be opened is a fault, since the wrong key would be in force. */
  read(): Promise<ReadonlyMap<SettingName, string>>;
  /** Stores all of it or nothing. */
  write(changes: SettingTexts): Promise<void>;
}

/** Named values cannot be removed: what was given back is remembered as such. */
const kept = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('sealed'), sealed: z.string() }),
  z.object({ kind: z.literal('given-back') }),
]);

type Kept = z.infer<typeof kept>;

const valueName = (name: SettingName): string => `setting|${name}`;

export function createStoredSettings(values: NamedValues, box: SecretBox): StoredSettings {
  return {
    async read() {
      const stored = new Map<SettingName, string>();
      for (const name of settingNames.filter(isChangeable)) {
        const text = await values.get(valueName(name));
        const opened = text === undefined ? null : open(box, name, kept.parse(JSON.parse(text)));
        if (opened !== null) stored.set(name, opened);
      }
      return stored;
    },
    write: (changes) =>
      values.putAll(
        new Map(
          [...changes].map(([name, text]) => [
            valueName(name),
            JSON.stringify(keep(box, name, text)),
          ]),
        ),
      ),
  };
}

function keep(box: SecretBox, name: SettingName, text: string | null): Kept {
  if (text === null) return { kind: 'given-back' };
  if (!isSecretSetting(name)) return { kind: 'text', text };
  return { kind: 'sealed', sealed: box.seal(valueName(name), text) };
}

function open(box: SecretBox, name: SettingName, value: Kept): string | null {
  switch (value.kind) {
    case 'given-back':
      return null;
    case 'text':
      return value.text;
    case 'sealed': {
      const opened = box.open(valueName(name), value.sealed);
      if (opened.kind === 'opened') return opened.plaintext;
      throw new Error(`The stored ${name} cannot be opened: ${opened.reason}.`);
    }
  }
}
