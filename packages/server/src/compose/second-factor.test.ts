import { randomBytes } from 'node:crypto';
import { createManualClock, createMemoryStorage } from '@filmgate/conformance';
import type { AuditEntry, StorageBundle } from '@filmgate/core';
import { createDigest, createSecretBox, parseMasterKey } from '@filmgate/runtime-node';
import { TOTP, URI } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSecondFactor, secondFactorName } from './second-factor.ts';

const step = 30_000;
const noon = 1_700_000_000_000 - (1_700_000_000_000 % step);

let storage: StorageBundle;
let clock: ReturnType<typeof createManualClock>;
beforeEach(() => {
  storage = createMemoryStorage();
  clock = createManualClock(noon);
});

const reading = parseMasterKey(randomBytes(32).toString('base64'));
if (reading.kind === 'refused') throw new Error(reading.message);
const box = createSecretBox({ masterKeys: [reading.key] });

/** The second factor of one node; nodes share the store alone. */
function node() {
  return createSecondFactor({ values: storage.values, box, digest: createDigest(), clock });
}

function entry(action: string): AuditEntry {
  return { id: action, at: 0, actor: 'admin', action, target: 'admin', before: null, after: null };
}

const recovered = (left: number) => entry(`recovery, ${left} left`);
const check = (code: string | undefined, by = node()) => by.check(code, recovered);

async function audited(): Promise<readonly string[]> {
  const entries = await storage.adminAccess.audit({ before: null, limit: 100 });
  return entries.map(({ action }) => action).toReversed();
}

/** Sets up an authenticator app, and the recovery codes. */
async function setUp() {
  const begun = await node().begin('admin', entry('begin'));
  if (begun === undefined) throw new Error('It was on already.');
  const app = URI.parse(begun.uri);
  if (!(app instanceof TOTP)) throw new Error('The address is of another kind of code.');
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  const confirmed = await node().confirm(codeAt(clock.now()), entry('on'));
  if (confirmed.kind !== 'on') throw new Error(confirmed.kind);
  return { ...begun, codeAt, recoveryCodes: confirmed.recoveryCodes };
}

describe('the second factor', () => {
  it('[administrator.second-factor.set-up] counts from its first code on, and not before', async () => {
    expect(await check(undefined)).toBe('not-needed');
    const begun = await node().begin('admin', entry('begin'));
    expect(await check(undefined)).toBe('not-needed');
    expect(await node().confirm('000000', entry('on'))).toEqual({ kind: 'wrong' });
    expect(await node().state()).toEqual({ kind: 'unconfirmed', recoveryCodesLeft: 0 });
    await setUp();
    expect(await node().state()).toEqual({ kind: 'on', recoveryCodesLeft: 10 });
    expect(await node().begin('admin', entry('again'))).toBeUndefined();
    expect(await node().confirm('000000', entry('again'))).toEqual({ kind: 'not-begun' });
    expect(await check(undefined)).toBe('refused');
    expect(await audited()).toEqual(['begin', 'begin', 'on']);
    expect(begun?.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('[clocks.login][administrator.second-factor.once] accepts codes of a time that is repeated after the clock was set back, and none twice', async () => {
    const { codeAt } = await setUp();
    const hour = 120 * step;
    await clock.advance(hour);
    expect(await check(codeAt(noon + hour))).toBe('accepted');
    clock.setWall(noon);
    expect(await check(codeAt(noon))).toBe('refused');
    clock.setWall(noon + step);
    expect(await check(codeAt(noon + step))).toBe('accepted');
    expect(await check(codeAt(noon + step))).toBe('refused');
    clock.setWall(noon + hour);
    expect(await check(codeAt(noon + hour))).toBe('refused');
    clock.setWall(noon + hour + step);
    expect(await check(codeAt(noon + hour + step))).toBe('accepted');
    expect(await check(codeAt(noon + hour - step))).toBe('refused');
  });

  it('[administrator.second-factor.once] accepts each code once, and none of an earlier step', async () => {
    const { codeAt } = await setUp();
    expect(await check(codeAt(noon))).toBe('refused');
    await clock.advance(step);
    expect(await check(codeAt(noon))).toBe('refused');
    expect(await check(codeAt(noon + step))).toBe('accepted');
    expect(await check(codeAt(noon + step))).toBe('refused');
    await clock.advance(5 * step);
    const now = clock.now();
    expect(await check(codeAt(now + step))).toBe('accepted');
    expect(await check(codeAt(now))).toBe('refused');
    expect(await check(codeAt(now - step))).toBe('refused');
    expect(await check(codeAt(now + 2 * step))).toBe('refused');
  });

  it('[administrator.second-factor.once] lets one of many nodes in that are shown one code at once', async () => {
    const { codeAt, recoveryCodes } = await setUp();
    await clock.advance(step);
    for (const code of [codeAt(clock.now()), recoveryCodes[0]]) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => check(code)));
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    }
  });

  it('[administrator.second-factor.recovery] accepts each recovery code once, in any spelling, and records it', async () => {
    const { recoveryCodes } = await setUp();
    const [first = '', second = ''] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await check(first)).toBe('accepted');
    expect(await check(first)).toBe('refused');
    expect(await check(` ${second.replaceAll('-', ' ').toUpperCase()} `)).toBe('accepted');
    expect(await node().state()).toEqual({ kind: 'on', recoveryCodesLeft: 8 });
    expect((await audited()).slice(2)).toEqual(['recovery, 9 left', 'recovery, 8 left']);
  });

  it('[administrator.second-factor.sealed] keeps neither secret nor recovery codes in clear', async () => {
    const { secret, recoveryCodes } = await setUp();
    const stored = String(await storage.values.get(secondFactorName));
    const log = JSON.stringify(await storage.adminAccess.audit({ before: null, limit: 100 }));
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
    ]) {
      expect(stored).not.toContain(text);
      expect(log).not.toContain(text);
    }
  });

  it('[administrator.second-factor.removal] is not required after its removal', async () => {
    const { codeAt } = await setUp();
    expect(await node().remove(entry('off'))).toBe(true);
    expect(await node().remove(entry('off again'))).toBe(false);
    expect(await check(undefined)).toBe('not-needed');
    await clock.advance(step);
    expect(await check(codeAt(clock.now()))).toBe('not-needed');
    expect(await audited()).toEqual(['begin', 'on', 'off']);
  });
});
