import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedValues } from '@filmgate/core';
import {
  createSecretBox,
  type MasterKey,
  parseMasterKey,
  type SecretBox,
} from '@filmgate/runtime-node';
import { writePrivateFile } from './private-file.ts';

const fileName = 'master.key';
const canaryName = 'secret-box-canary';
const keyBytes = 32;

/**
 * The secret box of a store: under the master key given, or the one in the data directory, which is made at first use.
 * Refuses a store whose secrets were sealed under another key, and makes no new key for a store that has one somewhere.
 */
export async function openSecretBox(input: {
  readonly given: string | undefined;
  readonly dataDirectory: string;
  readonly values: NamedValues;
}): Promise<SecretBox> {
  const { given, dataDirectory, values } = input;
  const path = join(dataDirectory, fileName);
  const sealed = await values.get(canaryName);
  if (given === undefined && !existsSync(path)) {
    if (sealed !== undefined) throw new Error(keyMissing(path));
    writePrivateFile(path, `${randomBytes(keyBytes).toString('base64')}\n`);
  }
  const key =
    given === undefined
      ? parse(readFileSync(path, 'utf8'), path)
      : parse(given, 'FILMGATE_MASTER_KEY');
  const box = createSecretBox({ masterKeys: [key] });
  const canary = sealed ?? (await values.putIfAbsent(canaryName, box.sealCanary()));
  if (box.checkCanary(canary) === 'mismatch') {
    const source = given === undefined ? path : 'FILMGATE_MASTER_KEY';
    throw new Error(
      `${source} is not the key this data was sealed with; start with the former key.`,
    );
  }
  return box;
}

function keyMissing(path: string): string {
  return `This data was sealed with a master key that is neither in FILMGATE_MASTER_KEY nor in ${path}; give the former key.`;
}

function parse(text: string, source: string): MasterKey {
  const reading = parseMasterKey(text);
  if (reading.kind === 'refused') throw new Error(`${source} cannot be used: ${reading.message}.`);
  return reading.key;
}

/** The purpose an account's secret is sealed for: it opens nowhere else. */
export function accountSecretPurpose(accountId: string): string {
  return `account|${accountId}|secret`;
}
