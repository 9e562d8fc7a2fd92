import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayPorts, KeyValueStore } from '@filmgate/core';
import {
  createSecretBox,
  type MasterKey,
  parseMasterKey,
  type SecretBox,
} from '@filmgate/runtime-node';
import { LRUCache } from 'lru-cache';
import { writePrivateFile } from './private-file.ts';

const fileName = 'master.key';
/** Name of a known text, sealed: it reveals a wrong master key before that does harm. */
export const knownTextName = 'secret-box-canary';
const keyBytes = 32;

/** Secret boxes of a store. */
export interface SecretBoxes {
  /** Opens texts sealed under any given key; seals with the newest. */
  readonly box: SecretBox;
  /** Has the newest key alone. */
  readonly newest: SecretBox;
}

/**
 * Opens the secret box of a store: under the master key given, or the one in the data directory, which is generated at
 * first use. Refuses a store whose secrets were sealed under another key, and generates no new key for a store that has
 * one elsewhere.
 */
export async function openSecretBox(input: {
  readonly given: string | undefined;
  /** Former keys that texts may be sealed with. */
  readonly previous: readonly string[];
  readonly dataDirectory: string;
  readonly values: KeyValueStore;
}): Promise<SecretBoxes> {
  const { given, previous, dataDirectory, values } = input;
  const path = join(dataDirectory, fileName);
  const sealed = await values.get(knownTextName);
  if (given === undefined && !existsSync(path)) {
    if (sealed !== undefined) throw new Error(keyMissing(path));
    writePrivateFile(path, `${randomBytes(keyBytes).toString('base64')}\n`);
  }
  const key =
    given === undefined
      ? parse(readFileSync(path, 'utf8'), path)
      : parse(given, 'FILMGATE_MASTER_KEY');
  const others = previous.map((text) => parse(text, 'FILMGATE_MASTER_KEY_PREVIOUS'));
  const box = createSecretBox({ masterKeys: [key, ...others.filter(({ id }) => id !== key.id)] });
  const known = sealed ?? (await values.putIfAbsent(knownTextName, box.sealKnownText()));
  if (box.checkKnownText(known) === 'mismatch') {
    const source = given === undefined ? path : 'FILMGATE_MASTER_KEY';
    throw new Error(
      `${source} is not the key that encrypted this data; start with the former key, or add the former key to FILMGATE_MASTER_KEY_PREVIOUS.`,
    );
  }
  return { box, newest: createSecretBox({ masterKeys: [key] }) };
}

function keyMissing(path: string): string {
  return `This data was encrypted with a master key that is neither in FILMGATE_MASTER_KEY nor in ${path}; provide that key.`;
}

function parse(text: string, source: string): MasterKey {
  const reading = parseMasterKey(text);
  if (reading.kind === 'refused') throw new Error(`${source} cannot be used: ${reading.message}.`);
  return reading.key;
}

/** Purpose that an account's secret is sealed for: it opens for no other purpose. */
export function accountSecretPurpose(accountId: string): string {
  return `account|${accountId}|secret`;
}

/** Maximum number of opened secrets in memory: as many accounts as can be in use. */
const mostOpened = 1_000;

/**
 * Opens the secrets of accounts. The content of a sealed text never changes, so each is opened once: calls to providers
 * are frequent, and key derivation and decryption cost more than the rest of a call. A resealed or replaced secret is
 * another text.
 */
export function createSecretOpener(box: Pick<SecretBox, 'open'>): GatewayPorts['openSecret'] {
  const opened = new LRUCache<string, string>({ max: mostOpened });
  return (accountId, sealed) => {
    if (sealed === undefined) return null;
    const purpose = accountSecretPurpose(accountId);
    // A purpose ends before the first space: the pair is unambiguous.
    const key = `${purpose} ${sealed}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const opening = box.open(purpose, sealed);
    if (opening.kind === 'refused') {
      throw new Error(`The secret of account ${accountId} cannot be decrypted: ${opening.reason}.`);
    }
    opened.set(key, opening.plaintext);
    return opening.plaintext;
  };
}
