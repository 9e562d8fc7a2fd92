import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { noInstructions } from '../job/mock-instructions.ts';
import { parseFact, printFact } from './fact-form.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import { openLedgerFile } from './ledger-file.ts';
import { viewLedger } from './ledger-view.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-ledger-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function newPath(): string {
  return join(mkdtempSync(join(folder, 'one-')), 'deep', 'ledger.ndjson');
}

const job = accept(
  openWorld(),
  'one',
  sampleSubmission({
    prompt:
      'ein Leuchtturm 🗼 \ud800 \n[[mock:run=2s,fail=policy,truncate=5%,findable,reads=502:2,url-expires=1m]]',
    references: [{ role: 'first', contentType: 'image/png', sha256: 'ab', size: 3 }],
  }),
);

const liar = accept(
  openWorld(),
  'one',
  sampleSubmission({
    prompt:
      'a kite [[mock:response=html,dup-accept,stall=1s,backwards,completed-then-failed=2s,vanish=3s]]',
  }),
);

const facts: readonly LedgerFact[] = [
  { fact: 'accepted', job, key: 'id:one', attempt: 1 },
  { fact: 'accepted', job: { ...liar, duplicateOf: job.id }, key: 'id:one', attempt: 2 },
  { fact: 'accepted', job: { ...job, instructions: noInstructions }, key: 'id:one', attempt: 3 },
  { fact: 'answered', id: job.id },
  { fact: 'read-failed', id: job.id, fault: 'reads' },
  {
    fact: 'account',
    key: 'one',
    settings: { credits: 1, concurrency: 2, rate: null, login: 'banned' },
  },
  { fact: 'erased', id: job.id },
  { fact: 'advanced', ms: 12 },
];

it.each([{ reads: null }, { findable: 1 }, { unheard: true }])(
  'refuses an accepted job with the instructions %j',
  (instructions) => {
    const line = JSON.stringify({
      fact: 'accepted',
      job: { ...job, instructions },
      key: 'id:one',
      attempt: 1,
    });
    expect(() => parseFact(line)).toThrow('Invalid');
  },
);

describe('facts', () => {
  it.each(facts)('are read as they were written: $fact', (fact) => {
    expect(printFact(fact)).not.toContain('\n');
    expect(parseFact(printFact(fact))).toEqual(fact);
  });

  it('of a version that knew fewer tokens are read with the rest at rest', () => {
    const line = printFact({
      fact: 'accepted',
      job: { ...job, instructions: noInstructions },
      key: 'id:one',
      attempt: 1,
    });
    expect(line).toContain('"instructions":{}');
    expect(parseFact(line)).toMatchObject({ job: { instructions: noInstructions } });
  });

  it.each([
    ['{}', 'Invalid'],
    ['null', 'Invalid'],
    ['{"fact":"other"}', 'Invalid'],
    ['{"fact":"answered"}', 'Invalid'],
    ['x', 'JSON'],
  ])('are not %s', (line, words) => {
    expect(() => parseFact(line)).toThrow(words);
  });
});

describe('a ledger file', () => {
  it('[quickstart.mock-ledger-kept] holds what was appended, for its owner alone', () => {
    const path = newPath();
    const ledger = openLedgerFile(path);
    for (const fact of facts) ledger.append(fact);
    ledger.close();
    ledger.close();
    const again = openLedgerFile(path);
    expect([...again.read()]).toEqual(facts);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    again.close();
  });

  it('forgets a last line torn anywhere, inside a character too, and goes on after it', () => {
    const whole = `${printFact({ fact: 'advanced', ms: 1 })}\n`;
    const torn = Buffer.from(
      `${printFact({ fact: 'accepted', job, key: 'id:one', attempt: 1 })}\n`,
    );
    const path = newPath();
    openLedgerFile(path).close();
    const inCharacter = torn.indexOf('🗼');
    for (const length of [0, 1, 2, inCharacter + 1, inCharacter + 3, torn.length - 1]) {
      writeFileSync(path, whole);
      appendFileSync(path, torn.subarray(0, length));
      const ledger = openLedgerFile(path);
      expect([...ledger.read()]).toEqual([{ fact: 'advanced', ms: 1 }]);
      ledger.append({ fact: 'advanced', ms: 2 });
      ledger.close();
      expect(readFileSync(path, 'utf8')).toBe(`${whole}{"fact":"advanced","ms":2}\n`);
    }
  });

  it('with anything else in it is refused by file and line', () => {
    const path = newPath();
    openLedgerFile(path).close();
    writeFileSync(
      path,
      '{"fact":"advanced","ms":2}\n{"fact":"rest"}\n{"fact":"advanced","ms":2}\n',
    );
    expect(() => openLedgerFile(path)).toThrow(`${path}:2 is not a line of a ledger.`);
  });
});

describe('the owner of a ledger file', () => {
  it('[mock.ledger-owner] is one in one process, too, under every name of the file', () => {
    const path = newPath();
    const ledger = openLedgerFile(path);
    ledger.append({ fact: 'advanced', ms: 2 });
    const other = join(dirname(path), 'other-name');
    symlinkSync(path, other);
    for (const name of [path, other]) {
      expect(() => openLedgerFile(name)).toThrow(`${path} is in use by process ${process.pid}.`);
    }
    ledger.close();
    ledger.close();
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['ledger.ndjson', 'other-name']);
    openLedgerFile(other).close();
  });

  it('[mock.ledger-owner] lets go of a file it could not read', () => {
    const path = newPath();
    openLedgerFile(path).close();
    writeFileSync(path, 'rest\n');
    expect(() => openLedgerFile(path)).toThrow('is not a line of a ledger');
    writeFileSync(path, '');
    openLedgerFile(path).close();
    expect(readdirSync(dirname(path))).toEqual(['ledger.ndjson']);
  });

  it.each([
    [
      'an earlier process of this number',
      { pid: process.pid, host: hostname(), started: 'boot/1' },
    ],
    ['a process that is gone', { pid: 2 ** 22 + 1, host: hostname(), started: 'boot/1' }],
    ['another host', { pid: process.pid, host: 'elsewhere', started: null }],
    ['half a lock', { pid: 'x' }],
  ])('[mock.ledger-owner] is followed by the next where it is %s', (_who, owner) => {
    const path = newPath();
    openLedgerFile(path).close();
    writeFileSync(`${path}.lock`, JSON.stringify(owner));
    const ledger = openLedgerFile(path);
    expect(readFileSync(`${path}.lock`, 'utf8')).toContain(`"pid":${process.pid}`);
    ledger.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('[mock.ledger-owner] that cannot be seen from here is noticed by what it writes', () => {
    const path = newPath();
    const ledger = openLedgerFile(path);
    ledger.append({ fact: 'advanced', ms: 2 });
    appendFileSync(path, '{"fact":"advanced","ms":2}\n');
    const before = readFileSync(path);
    expect(() => ledger.append({ fact: 'advanced', ms: 2 })).toThrow(
      `Another process writes to the ledger ${path}`,
    );
    expect(readFileSync(path)).toEqual(before);
    writeFileSync(`${path}.lock`, 'of another');
    ledger.close();
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe('of another');
  });
});

describe('a world opened again from its ledger', () => {
  it('[quickstart.mock-ledger-kept] is the world that was closed', () => {
    const path = newPath();
    const ledger = openLedgerFile(path);
    const world = openWorld({ ledger });
    accept(world, 'zero', sampleSubmission());
    world.control.reset();
    world.accounts.describe('one', { credits: 50, concurrency: 2 });
    const disturbed = accept(
      world,
      'one',
      sampleSubmission({ prompt: '[[mock:queue=0s,run=9s,fail=policy,reads=404:2]]' }),
    );
    world.control.advanceClock(9_000);
    const reported = accept(world, 'one', sampleSubmission());
    world.submissions.markAnswered(reported.id);
    world.jobs.spendReadFault(disturbed, 'reads');
    const before = viewLedger(world, {});
    ledger.close();

    const again = openWorld({ ledger: openLedgerFile(path) });
    expect(viewLedger(again, {})).toEqual(before);
    expect(before.jobs.map(({ state, answered }) => [state, answered])).toEqual([
      ['failed', false],
      ['queued', true],
    ]);
    expect(again.clock.now()).toBe(beginning + 9_000);
    expect(again.accounts.creditsOf('one')).toBe(42);
    expect(again.accounts.inFlight('one')).toBe(1);
    expect(again.accounts.settings('one').concurrency).toBe(2);
    const [first] = again.jobs.all();
    if (first === undefined) throw new Error('the ledger is empty');
    expect(again.jobs.spendReadFault(first, 'reads')).toBe(true);
    expect(again.jobs.spendReadFault(first, 'reads')).toBe(false);
  });
});
