import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedValues } from '@filmgate/core';
import { createSecretBox, type MasterKey, parseMasterKey, type SecretBox } from '@filmgate/runtime-node';

const fileName = 'master.key';
const canaryName = 'secret-box-canary';

/** The master key given, or the one in the data directory, made at first use and readable by its owner alone. */
export function loadMasterKey(given: string | undefined, dataDirectory: string): MasterKey {
  return parse(given ?? keyFromFile(join(dataDirectory, fileName)));
}

function keyFromFile(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8');
}

function parse(text: string): MasterKey {
  const reading = parseMasterKey(text);
  if (reading.kind === 'refused') throw new Error(`FILMGATE_MASTER_KEY cannot be used: ${reading.message}.`);
  return reading.key;
}

/** The secret box of this store; refuses a store whose secrets were sealed under another key. */
export async function openSecretBox(key: MasterKey, values: NamedValues): Promise<SecretBox> {
  const box = createSecretBox({ masterKeys: [key] });
  const stored = await values.putIfAbsent(canaryName, box.sealCanary());
  if (box.checkCanary(stored) === 'mismatch') {
    throw new Error('FILMGATE_MASTER_KEY is not the key this data was sealed with; start with the former key.');
  }
  return box;
}

/** The purpose an account's secret is sealed for: it opens nowhere else. */
export function accountSecretPurpose(accountId: string): string {
  return `account|${accountId}|secret`;
}
