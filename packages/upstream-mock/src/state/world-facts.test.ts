import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { openLedgerFile } from './ledger-file.ts';
import { viewLedger } from './ledger-view.ts';
import type { ProviderState } from './provider-state.ts';
import { parseFact } from './fact-form.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-mock-facts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Actions on a space, by name. */
const acts = {
  accept: (world: ProviderState) =>
    void accept(world, 'one', sampleSubmission({ prompt: '[[mock:reads=404:2,run=9s]]' })),
  response: (world: ProviderState) =>
    [...world.jobs.all()].forEach(({ id }) => world.submissions.markAnswered(id)),
  erase: (world: ProviderState) =>
    [...world.jobs.all()].slice(0, 1).forEach(({ id }) => world.jobs.erase(id)),
  cancel: (world: ProviderState) =>
    [...world.jobs.all()].slice(-1).forEach(({ id }) => world.jobs.cancel(id)),
  fail: (world: ProviderState) =>
    [...world.jobs.all()].forEach((job) => world.jobs.spendReadFault(job, 'reads')),
  describe: (world: ProviderState) => world.accounts.describe('one', { credits: 500 }),
  advance: (world: ProviderState) => world.control.advanceClock(1_500),
  freeze: (world: ProviderState) =>
    world.control.setClock({ mode: { kind: 'frozen' }, at: world.clock.now(), start: beginning }),
  reset: (world: ProviderState) => world.control.reset({ accounts: true }),
};
const names = fc.constantFrom<keyof typeof acts>(
  'accept',
  'accept',
  'response',
  'erase',
  'cancel',
  'fail',
  'describe',
  'advance',
  'freeze',
  'reset',
);

/** Everything that a caller can observe of a space. */
function look(world: ProviderState) {
  return {
    ledger: viewLedger(world, {}),
    found: [...world.jobs.all()].map(({ id }) => world.jobs.find(id) !== undefined),
    fails: [...world.jobs.all()].map((job) => world.jobs.spendReadFault(job, 'reads')),
    account: [
      world.accounts.settings('one'),
      world.accounts.creditsOf('one'),
      world.accounts.inFlight('one'),
    ],
    now: world.clock.now(),
    mode: world.clock.setting().mode,
    next: accept(world, 'one', sampleSubmission()),
  };
}

describe('the facts of a world', () => {
  it('[mock.ledger] contain its whole state, read from its file', () => {
    let files = 0;
    fc.assert(
      fc.property(fc.array(names, { maxLength: 12 }), (history) => {
        const path = join(folder, `${(files += 1)}.ndjson`);
        const ledger = openLedgerFile(path);
        const world = openWorld({ ledger });
        const lasting = openWorld();
        for (const name of history) for (const one of [world, lasting]) acts[name](one);

        ledger.close();
        const reopened = openLedgerFile(path);
        const again = openWorld({ ledger: reopened });
        expect(look(again)).toEqual(look(lasting));
        reopened.close();
      }),
      { numRuns: 40 },
    );
  });
});

describe('a ledger file', () => {
  it('[mock.reset.ledger] is after a reset as short as what is kept, under a link to it, too', () => {
    const path = join(folder, 'reset.ndjson');
    writeFileSync(path, '');
    const link = join(folder, 'link.ndjson');
    symlinkSync(path, link);
    const ledger = openLedgerFile(link);
    const world = openWorld({ ledger });
    for (const key of ['one', 'two', 'three']) {
      accept(world, key, sampleSubmission());
      world.accounts.describe(key, { credits: 50 });
      world.control.advanceClock(1_000);
      world.control.reset();
      expect(readFileSync(path, 'utf8')).toBe('');
      expect(readFileSync(link, 'utf8')).toBe('');
    }
    world.accounts.describe('one', { credits: 500 });
    world.control.advanceClock(1_000);
    world.control.reset({ accounts: true, clock: true });
    const kept = readFileSync(path, 'utf8');
    expect(
      kept
        .trim()
        .split('\n')
        .map((line) => parseFact(line).fact),
    ).toEqual(['advanced', 'account']);
    accept(world, 'one', sampleSubmission());
    expect(readFileSync(path, 'utf8')).toMatch(
      /^\{"fact":"advanced".*\n\{"fact":"account".*\n\{"fact":"accepted".*\n$/,
    );
    ledger.close();
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);

    const reopened = openLedgerFile(path);
    const again = openWorld({ ledger: reopened });
    expect(viewLedger(again, {})).toEqual(viewLedger(world, {}));
    reopened.close();
  });

  it('[mock.reset.ledger] keeps its facts if the file cannot be rewritten', () => {
    const path = join(folder, 'full.ndjson');
    const ledger = openLedgerFile(path);
    const world = openWorld({ ledger });
    accept(world, 'one', sampleSubmission());
    const before = readFileSync(path, 'utf8');
    const facts = [...ledger.read()];
    const broken = {
      *[Symbol.iterator]() {
        yield* facts;
        throw new Error('no more');
      },
    };
    expect(() => ledger.rewrite(broken)).toThrow('no more');
    expect(readFileSync(path, 'utf8')).toBe(before);
    world.control.advanceClock(1);
    expect(readFileSync(path, 'utf8')).toBe(`${before}{"fact":"advanced","ms":1}\n`);
    ledger.close();
  });
});
