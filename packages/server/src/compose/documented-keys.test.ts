import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { secretSettings } from '../settings/settings-schema.ts';
import { secondFactorName } from './second-factor.ts';
import { knownTextName } from './secrets.ts';
import { linkKeyName, pepperName } from './signer.ts';

const top = resolve(import.meta.dirname, '../../../..');
const document = readFileSync(resolve(top, 'docs/keys.md'), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('| '));
const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

/** Uses of a key. */
const keyedWork =
  /\b(createHmac|createKeyedDigest|create(De)?[Cc]ipheriv|hkdfSync|createSign|createPrivateKey|generateKeyPair|subtle|TOTP)\b/;
const keyedImport = /from '(node:crypto|otpauth)'/;

it('[operating.key-inventory] docs/keys.md has each secret setting and each key of the store', () => {
  const keys = [...secretSettings, pepperName, linkKeyName, secondFactorName, knownTextName];
  expect(keys.filter((key) => !named.includes(key))).toEqual([]);
});

it('[operating.key-inventory] docs/keys.md has each source file that uses a key', () => {
  const sources = globSync('packages/*/src/**/*.ts', { cwd: top }).filter(
    (path) => !/\.test\.ts$|^packages\/upstream-mock/.test(path),
  );
  const defining = sources.filter((path) => {
    const text = readFileSync(resolve(top, path), 'utf8');
    return keyedWork.test(text) && keyedImport.test(text);
  });
  const documented = named.filter((name) => name.endsWith('.ts'));
  expect(new Set(documented)).toEqual(new Set(defining.map((path) => basename(path))));
});
