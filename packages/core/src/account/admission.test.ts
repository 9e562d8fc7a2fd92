import { describe, expect, it } from 'vitest';
import { demandFor, sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import type { AccountLoad } from './account.ts';
import { type Admission, checkAdmission } from './admission.ts';
import { balanceTrustedForMs } from './account-readiness.ts';

const now = 1_000;

function check(loads: readonly AccountLoad[], waiting = 0): Admission {
  const waitingCredits = { vidA: waiting };
  return checkAdmission(loads, { ...demandFor('vidA', 10), book: sampleBook, waitingCredits }, now);
}

const exhausted = sampleLoad({ condition: 'exhausted' });
const low = sampleLoad({ credits: 9 });
const reserved = sampleLoad({ credits: 15 }, { reservedCredits: 6 });
const stale = sampleLoad({ creditsCheckedAt: now - balanceTrustedForMs - 1 });
const unknown = sampleLoad({ credits: null, creditsCheckedAt: null });
const circuitOpen = sampleLoad({}, { providerOpenUntil: now + 500 });

const verdicts: readonly (readonly [string, readonly AccountLoad[], Admission])[] = [
  [
    'no account serves the family',
    [sampleLoad({ families: ['vidB'] })],
    { kind: 'not-configured' },
  ],
  ['no account at all', [], { kind: 'not-configured' }],
  [
    'the only account is disabled',
    [sampleLoad({ enabled: false })],
    { kind: 'account-unavailable' },
  ],
  [
    'the only account lost its login',
    [sampleLoad({ condition: 'login_required' })],
    { kind: 'account-unavailable' },
  ],
  [
    '[pool.untested] the only account awaits its test',
    [sampleLoad({ awaitsTest: true })],
    { kind: 'account-unavailable' },
  ],
  ['a ready account', [sampleLoad()], { kind: 'admitted' }],
  ['all slots busy', [sampleLoad({}, { busy: 9 })], { kind: 'admitted' }],
  ['cooling', [sampleLoad({ condition: 'cooling', coolingUntil: now + 99 })], { kind: 'admitted' }],
  ['all exhausted', [exhausted, low], { kind: 'credits-exhausted' }],
  [
    'exhausted beside one that is disabled',
    [exhausted, sampleLoad({ enabled: false })],
    { kind: 'credits-exhausted' },
  ],
  ['exhausted beside one that is reserved', [exhausted, reserved], { kind: 'settlement-pending' }],
  [
    'only held credits are missing',
    [sampleLoad({ credits: 15 }, { heldCredits: 6 })],
    { kind: 'settlement-pending' },
  ],
  [
    'credits charged for a job that may still fail',
    [sampleLoad({ credits: 5 }, { takenCredits: 5 })],
    { kind: 'settlement-pending' },
  ],
  [
    'not enough even with the charged credits',
    [sampleLoad({ credits: 5 }, { takenCredits: 4 })],
    { kind: 'credits-exhausted' },
  ],
  ['stale balance', [stale], { kind: 'credits-unavailable' }],
  ['[providers.money.unknown-balance] unknown balance', [exhausted, unknown], { kind: 'admitted' }],
  ['circuit open', [circuitOpen], { kind: 'upstream-unavailable', until: now + 500 }],
  [
    'one good account among bad ones',
    [exhausted, stale, circuitOpen, sampleLoad()],
    { kind: 'admitted' },
  ],
];

describe('checkAdmission', () => {
  it.each(verdicts)('%s', (_name, loads, expected) => {
    expect(check(loads)).toEqual(expected);
  });

  it('does not count queued jobs that will never ask these accounts', () => {
    const loads = [sampleLoad({ credits: 30, families: ['vidA'] })];
    const demand = { ...demandFor('vidA', 10), book: sampleBook };
    expect(checkAdmission(loads, { ...demand, waitingCredits: { vidB: 99 } }, now).kind).toBe(
      'admitted',
    );
    const both = [sampleLoad({ credits: 30, families: ['vidA', 'vidB'] })];
    expect(checkAdmission(both, { ...demand, waitingCredits: { vidB: 99 } }, now).kind).toBe(
      'settlement-pending',
    );
  });

  it('counts queued jobs that one of these accounts serves, though another does not', () => {
    const loads = [
      sampleLoad({ credits: 15, families: ['vidA'] }),
      sampleLoad({ id: 'b', credits: 15, families: ['vidA', 'vidB'] }),
    ];
    const demand = { ...demandFor('vidA', 10), book: sampleBook };
    expect(checkAdmission(loads, { ...demand, waitingCredits: { vidB: 20 } }, now).kind).toBe(
      'admitted',
    );
    expect(checkAdmission(loads, { ...demand, waitingCredits: { vidB: 21 } }, now).kind).toBe(
      'settlement-pending',
    );
  });

  it('waits for the first of several circuits', () => {
    const later = sampleLoad({ id: 'b' }, { providerOpenUntil: now + 900 });
    expect(check([later, circuitOpen, exhausted])).toEqual({
      kind: 'upstream-unavailable',
      until: now + 500,
    });
  });

  it('counts what queued jobs will take', () => {
    expect(check([sampleLoad({ credits: 30 })], 20)).toEqual({ kind: 'admitted' });
    expect(check([sampleLoad({ credits: 30 })], 21)).toEqual({ kind: 'settlement-pending' });
    expect(check([sampleLoad({ credits: null })], 1_000_000)).toEqual({ kind: 'admitted' });
  });
});

it('[workbench.account] decides on a demand that names its account by that one alone', () => {
  const loads = [sampleLoad({ id: 'a' }), sampleLoad({ id: 'b', condition: 'exhausted' })];
  const demand = { ...demandFor('vidA', 10), book: sampleBook, waitingCredits: {} };
  const kindFor = (pinnedAccountId: string) =>
    checkAdmission(loads, { ...demand, pinnedAccountId }, now).kind;
  expect([kindFor('a'), kindFor('b'), kindFor('gone')]).toEqual([
    'admitted',
    'credits-exhausted',
    'not-configured',
  ]);
});

describe('[providers.port.learnt-cap] a job whose model is busy at its provider', () => {
  it('is admitted and waits', () => {
    const cap = { kind: 'cap', model: 'vidA', at: now, cap: 1, restsUntil: null } as const;
    const busy = sampleLoad({ learned: [cap] }, { busyByModel: { vidA: 1 } });
    expect(check([busy])).toEqual({ kind: 'admitted' });
  });
});

it('what the queue will take of an account that counts in another unit is not known, and refuses nothing', () => {
  const dollars = sampleLoad({ unit: 'usd', credits: 30 });
  expect(check([dollars], 1_000)).toEqual({ kind: 'admitted' });
  expect(check([sampleLoad({ credits: 30 })], 1_000)).toEqual({ kind: 'settlement-pending' });
});

it('reports that the provider will come back, not an account that is exhausted', () => {
  const probeJob = { kind: 'probe-job', at: now, until: now + 100, streak: 0 } as const;
  const broke = sampleLoad({ condition: 'exhausted', credits: null, learned: [probeJob] });
  expect(check([broke, circuitOpen])).toEqual({ kind: 'upstream-unavailable', until: now + 500 });
  expect(check([broke])).toEqual({ kind: 'credits-exhausted' });
});
