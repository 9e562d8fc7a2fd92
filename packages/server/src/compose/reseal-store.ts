import type { Logger, StorageBundle } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { isChangeable, isSecretSetting } from '../settings/setting-name.ts';
import { settingNames } from '../settings/settings-schema.ts';
import { settingValueName } from '../settings/stored-settings.ts';
import { noticeKeyName } from './notices.ts';
import { resultLinkKeyName } from './result-links.ts';
import { linkKeyName, pepperName } from './signer.ts';
import { secondFactorName, secondFactorPurpose } from './second-factor.ts';
import { accountSecretPurpose, knownTextName } from './secrets.ts';

/** A sealed text, at any position of a value. */
const sealedText = /fgs1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}/g;

/** Entries that are or contain a sealed text, with the purpose of the seal. Add every new kind of sealed entry here. */
function sealedValues(): ReadonlyMap<string, string> {
  const keys = [pepperName, linkKeyName, noticeKeyName, resultLinkKeyName];
  const whole = [...keys, 'quickstart-settings', 'quickstart-user'];
  const settings = settingNames.filter(isChangeable).filter(isSecretSetting);
  return new Map([
    ...whole.map((name) => [name, `value|${name}`] as const),
    [secondFactorName, secondFactorPurpose] as const,
    ...settings.map((setting) => [settingValueName(setting), settingValueName(setting)] as const),
  ]);
}

export interface ResealInput {
  readonly storage: Pick<StorageBundle, 'values' | 'accounts'>;
  /** Opens texts sealed under any key of the ring, and seals with the newest. */
  readonly box: SecretBox;
  /** Has the newest key alone: a text that it opens needs no other. */
  readonly newest: SecretBox;
  readonly log: Logger;
}

/**
 * Reseals every text that a previous master key sealed, in small atomic steps, and opens each again with the new key
 * alone. After a kill the next start resumes; the known text comes last, so that a start without the previous key is
 * refused until then. A text that another node changes meanwhile stays as that node sealed it.
 */
export async function resealStore({ storage, box, newest, log }: ResealInput): Promise<void> {
  const { values, accounts } = storage;
  let resealed = 0;
  const replace = async (name: string, reseal: (text: string) => string): Promise<void> => {
    const text = await values.get(name);
    const next = text === undefined ? undefined : reseal(text);
    if (text === undefined || next === undefined || next === text) return;
    const expected = { name, value: text };
    await values.putAllIf({ values: new Map([[name, next]]), expected });
    const stored = await values.get(name);
    if (stored !== undefined && reseal(stored) !== stored) throw new Error(notTaken(name));
    resealed += 1;
  };
  for (const [name, purpose] of sealedValues()) {
    await replace(name, (text) =>
      text.replaceAll(sealedText, (sealed) => resealedText(name, sealed, { purpose, box, newest })),
    );
  }
  for (const { account } of await accounts.loads()) {
    const { id } = account;
    const expected = await accounts.sealedSecret(id);
    if (expected === undefined) continue;
    const keys = { purpose: accountSecretPurpose(id), box, newest };
    const sealedSecret = resealedText(`secret of account ${id}`, expected, keys);
    if (sealedSecret === expected) continue;
    await accounts.reseal({ id, expected, sealedSecret });
    resealed += 1;
  }
  await replace(knownTextName, (text) =>
    newest.checkKnownText(text) === 'match' ? text : box.sealKnownText(),
  );
  if (resealed > 0) log.info('master-key-rotated', { resealed });
  log.info('previous-master-key-not-needed');
}

/** Returns the text unchanged where the newest key opens it. */
function resealedText(
  what: string,
  sealed: string,
  keys: { readonly purpose: string; readonly box: SecretBox; readonly newest: SecretBox },
): string {
  const { purpose, box, newest } = keys;
  const opened = box.open(purpose, sealed);
  if (opened.kind === 'refused')
    throw new Error(
      `The ${what} cannot be decrypted with any of the given master keys: ${opened.reason}.`,
    );
  if (!opened.outdated) return sealed;
  const next = box.seal(purpose, opened.plaintext);
  const again = newest.open(purpose, next);
  if (again.kind === 'opened' && again.plaintext === opened.plaintext) return next;
  throw new Error(notTaken(what));
}

function notTaken(what: string): string {
  return `The ${what} could not be encrypted with the new master key; the previous key is still required.`;
}
