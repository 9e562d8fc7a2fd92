import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { createSecretBox, deriveKey, type MasterKey, parseMasterKey } from './secret-box.ts';

function masterKey(text: string = randomBytes(32).toString('hex')): MasterKey {
  const read = parseMasterKey(text);
  if (read.kind === 'refused') throw new Error(read.message);
  return read.key;
}

const older = masterKey();
const newer = masterKey();
const box = createSecretBox({ masterKeys: [newer] });
const purposes = fc.string({ unit: 'grapheme' });
const secrets = fc.string({ unit: 'grapheme', maxLength: 200 });

describe('seal and open', () => {
  law.prop([purposes, secrets])('give back what was put in', (purpose, secret) => {
    const sealed = box.seal(purpose, secret);
    expect(sealed).toMatch(/^fgs1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}$/);
    expect(box.open(purpose, sealed)).toEqual({
      kind: 'opened',
      plaintext: secret,
      outdated: false,
    });
  });

  law.prop([purposes, purposes, secrets])('open for no other purpose', (purpose, other, secret) => {
    fc.pre(purpose !== other);
    expect(box.open(other, box.seal(purpose, secret))).toEqual({
      kind: 'refused',
      reason: 'not-authentic',
    });
  });

  law.prop([secrets, fc.nat(), fc.integer({ min: 1, max: 255 })], { numRuns: 1000 })(
    'open nothing with any byte changed',
    (secret, position, change) => {
      const sealed = Buffer.from(box.seal('purpose', secret), 'latin1');
      const at = position % sealed.length;
      sealed[at] = (sealed[at] ?? 0) ^ change;
      expect(box.open('purpose', sealed.toString('latin1')).kind).toBe('refused');
    },
  );

  law.prop([secrets, fc.nat()])('open nothing that was cut', (secret, position) => {
    const sealed = box.seal('purpose', secret);
    expect(box.open('purpose', sealed.slice(0, position % sealed.length)).kind).toBe('refused');
  });

  law.prop([fc.string()])('take other text for malformed', (text) => {
    expect(box.open('purpose', text)).toEqual({ kind: 'refused', reason: 'malformed' });
  });

  test('every nonce is fresh', () => {
    const nonces = Array.from({ length: 20_000 }, () => box.seal('p', 's').split('.')[2]);
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test('the form is AES-256-GCM under a derived key, bound to version, key and purpose', () => {
    const nonce = new Uint8Array(12).fill(3);
    const fixed = createSecretBox({ masterKeys: [newer], randomBytes: () => nonce });
    const key = new Uint8Array(hkdfSync('sha256', newer.bytes, 'filmgate', 'seal', 32));
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(
      Buffer.from(`fgs1|${newer.id}|account|7|secret`),
    );
    const body = Buffer.concat([cipher.update('token'), cipher.final(), cipher.getAuthTag()]);
    const expected = `fgs1.${newer.id}.${Buffer.from(nonce).toString('base64url')}.${body.toString('base64url')}`;
    expect(fixed.seal('account|7|secret', 'token')).toBe(expected);
  });

  test('refuse text that UTF-8 would change', () => {
    expect(() => box.seal('p', 'half \ud800 a pair')).toThrow(TypeError);
  });
});

describe('rotation', () => {
  const before = createSecretBox({ masterKeys: [older] });
  const during = createSecretBox({ masterKeys: [newer, older] });

  law.prop([purposes, secrets])(
    'the ring opens what the older key sealed, and reports it',
    (purpose, secret) => {
      expect(during.open(purpose, before.seal(purpose, secret))).toEqual({
        kind: 'opened',
        plaintext: secret,
        outdated: true,
      });
      expect(box.open(purpose, during.seal(purpose, secret))).toEqual({
        kind: 'opened',
        plaintext: secret,
        outdated: false,
      });
      expect(box.open(purpose, before.seal(purpose, secret))).toEqual({
        kind: 'refused',
        reason: 'unknown-key',
      });
    },
  );

  test('a sealed text cannot be relabelled to another key', () => {
    const relabelled = during.seal('p', 's').replace(newer.id, older.id);
    expect(during.open('p', relabelled)).toEqual({ kind: 'refused', reason: 'not-authentic' });
  });
});

describe('the known text', () => {
  test('distinguishes the right master key from a wrong one', () => {
    const stored = box.sealKnownText();
    expect(box.checkKnownText(stored)).toBe('match');
    expect(createSecretBox({ masterKeys: [masterKey(), newer] }).checkKnownText(stored)).toBe(
      'match',
    );
    expect(createSecretBox({ masterKeys: [masterKey()] }).checkKnownText(stored)).toBe('mismatch');
    expect(box.checkKnownText('')).toBe('mismatch');
    expect(box.checkKnownText(box.seal('canary', 'another text'))).toBe('mismatch');
  });
});

describe('derive', () => {
  law.prop([purposes, purposes])(
    'gives each purpose a key of its own, always the same',
    (purpose, other) => {
      expect(box.derive(purpose)).toEqual(
        createSecretBox({ masterKeys: [newer, older] }).derive(purpose),
      );
      expect(box.derive(purpose)).toHaveLength(32);
      fc.pre(purpose !== other);
      expect(box.derive(purpose)).not.toEqual(box.derive(other));
    },
  );

  test('never gives the key that seals', () => {
    expect(box.derive('seal')).not.toEqual(deriveKey(newer.bytes, 'seal'));
  });

  test('is HKDF-SHA-256', () => {
    const expected = new Uint8Array(
      hkdfSync('sha256', newer.bytes, 'filmgate', 'derive:pepper', 32),
    );
    expect(box.derive('pepper')).toEqual(expected);
  });
});

describe('master key', () => {
  law.prop([fc.uint8Array({ minLength: 32, maxLength: 32 })])(
    'is read from hex and both kinds of base64 alike',
    (bytes) => {
      fc.pre(new Set(bytes).size > 1);
      const buffer = Buffer.from(bytes);
      const spellings = [
        buffer.toString('hex'),
        buffer.toString('hex').toUpperCase(),
        buffer.toString('base64'),
      ];
      for (const text of [
        ...spellings,
        buffer.toString('base64url'),
        `  ${buffer.toString('base64')}\n`,
      ]) {
        const key = masterKey(text);
        expect([...key.bytes]).toEqual([...bytes]);
        expect(key.id).toBe(masterKey(spellings[0]).id);
        expect(key.id).toMatch(/^[0-9a-f]{8}$/);
      }
    },
  );

  test.for([
    '',
    'hunter2',
    'ab'.repeat(31),
    'ab'.repeat(33),
    'zz'.repeat(32),
    `${'A'.repeat(42)}!`,
  ])('refuses %j without repeating it', (text) => {
    const read = parseMasterKey(text);
    expect(read.kind).toBe('refused');
    if (text !== '') expect(JSON.stringify(read)).not.toContain(text);
  });

  test.for(['00'.repeat(32), 'ff'.repeat(32), 'A'.repeat(43)])(
    'refuses %s, which is not random',
    (text) => {
      expect(parseMasterKey(text).kind).toBe('refused');
    },
  );

  test('its id gives nothing of it away', () => {
    const key = masterKey();
    expect(Buffer.from(key.bytes).toString('hex')).not.toContain(key.id);
  });
});
