import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { storageConformance } from '../../src/storage-conformance.ts';
import { openMemoryStorage, volatileManifest } from '../support/memory-storage-harness.ts';
import { createCollectingRunner } from '../broken/collecting-runner.ts';
import { acceptanceFaults, replayFaults } from '../broken/storage/acceptance.ts';
import { acceptRaceFaults } from '../broken/storage/acceptance-races.ts';
import { configureFaults, recoveryFaults } from '../broken/storage/accounts.ts';
import { recordFaults, sessionFaults } from '../broken/storage/administration.ts';
import { auditFaults } from '../broken/storage/auditing.ts';
import {
  holdingFaults,
  openJobsFaults,
  ownerFactsFaults,
  ownerShareFaults,
  requestRateFaults,
} from '../broken/storage/owner-limits.ts';
import {
  decisionFaults,
  handleFaults,
  receiptFaults,
  refusalFaults,
} from '../broken/storage/responses.ts';
import { userFaults } from '../broken/storage/api-users.ts';
import { assetFaults, valueFaults } from '../broken/storage/assets-and-values.ts';
import { balanceFaults } from '../broken/storage/balances.ts';
import type { BrokenStorage } from '../broken/storage/breaking.ts';
import { changeFaults } from '../broken/storage/changes.ts';
import {
  claimFaults,
  claimRaceFaults,
  clockFaults,
  leaseFaults,
} from '../broken/storage/claims.ts';
import { costFaults } from '../broken/storage/costs.ts';
import { creditRoomFaults } from '../broken/storage/credit-room.ts';
import { countFaults, cursorFaults } from '../broken/storage/cursors-and-counts.ts';
import { decisionRaceFaults } from '../broken/storage/decision-races.ts';
import { commitFaults } from '../broken/storage/decisions.ts';
import { eventFaults, workFaults } from '../broken/storage/events.ts';
import { findFaults } from '../broken/storage/finding.ts';
import { listFaults, searchFaults } from '../broken/storage/lists.ts';
import { lifeFaults } from '../broken/storage/lives.ts';
import { learnedLimitFaults } from '../broken/storage/learned-limits.ts';
import { loadFaults } from '../broken/storage/loads.ts';
import { sampleFaults, sampleLifeFaults } from '../broken/storage/operation-samples.ts';
import { quotaFaults } from '../broken/storage/quota.ts';
import { requestCountFaults } from '../broken/storage/request-log-counts.ts';
import {
  requestEndingFaults,
  requestListFaults,
  requestRowFaults,
} from '../broken/storage/request-logs.ts';
import { reopeningFaults } from '../broken/storage/reopening.ts';
import { effectFaults, slotFaults } from '../broken/storage/slots-and-effects.ts';
import { dispatchFaults, retentionFaults } from '../broken/storage/submissions.ts';
import { takingBackFaults } from '../broken/storage/taking-back.ts';
import { removalFaults, wakingFaults } from '../broken/storage/waking-and-removal.ts';

const faults: readonly BrokenStorage[] = [
  acceptanceFaults,
  replayFaults,
  quotaFaults,
  acceptRaceFaults,
  claimFaults,
  leaseFaults,
  clockFaults,
  claimRaceFaults,
  commitFaults,
  slotFaults,
  costFaults,
  creditRoomFaults,
  effectFaults,
  decisionRaceFaults,
  reopeningFaults,
  dispatchFaults,
  receiptFaults,
  handleFaults,
  decisionFaults,
  refusalFaults,
  retentionFaults,
  loadFaults,
  learnedLimitFaults,
  findFaults,
  listFaults,
  searchFaults,
  cursorFaults,
  changeFaults,
  countFaults,
  eventFaults,
  workFaults,
  configureFaults,
  recoveryFaults,
  balanceFaults,
  wakingFaults,
  removalFaults,
  userFaults,
  sessionFaults,
  recordFaults,
  auditFaults,
  assetFaults,
  valueFaults,
  requestRowFaults,
  requestListFaults,
  requestCountFaults,
  requestEndingFaults,
  sampleFaults,
  sampleLifeFaults,
  takingBackFaults,
  ownerShareFaults,
  openJobsFaults,
  ownerFactsFaults,
  requestRateFaults,
  holdingFaults,
  lifeFaults,
].flat();

function runnerFor({
  wrap,
  manifest = volatileManifest,
}: Pick<BrokenStorage, 'wrap' | 'manifest'>) {
  const runner = createCollectingRunner();
  storageConformance({
    runner,
    open: () => openMemoryStorage({ manifest, decorate: wrap }),
    model: { runs: 25, seed: 7, shrink: false },
    patienceMs: 60,
  });
  return runner;
}

/** The two laws that run many random histories. */
const isHistory = (name: string) =>
  name.startsWith('job-store.model ') || name.startsWith('job-store.ledger ');

/** True when a law must find a fault of this port. */
const isOfPort = (name: string, port: string) => name.startsWith(`${port}.`) && !isHistory(name);

/** Laws that are known to find each fault, by the fault's line in the record. */
function readRecord(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(record, import.meta.url), 'utf8');
  const entries = text.split('\n\n').map((entry) => entry.split('\n').map((line) => line.trim()));
  return new Map(entries.map(([fault = '', ...laws]) => [fault, laws.filter((law) => law !== '')]));
}

/** Faults the random histories are tried on; the laws above find them sooner. */
const foundByHistories = [
  'forgets held credits',
  'saves over a newer version: the lost update',
  'grants a slot beyond the cap',
  'swallows a contradicting handle',
  'uses an epoch again, so that a stale owner decides after a takeover',
  'records a dispatch again under another correlation id',
];

const record = '../broken/storage-kills.txt';

// Next to other tests, finding the fault takes a while for some of these stores.
describe('the storage kit against broken adapters', { timeout: 120_000 }, () => {
  const sound = runnerFor({ wrap: (bundle) => bundle });
  const known = readRecord();

  it('is green on a correct adapter', async () => {
    expect(await sound.reds()).toEqual([]);
  });

  // A fault without a record must be found by any law: the long run compares all laws with the record.
  it.each(faults)(
    '$port: turns red, on a store that $fault, the laws on record',
    async ({ fault, port, ...broken }) => {
      const laws = known.get(`${port}: ${fault}`);
      const reds = await runnerFor(broken).reds(
        (name) => laws?.includes(name) ?? isOfPort(name, port),
      );
      expect(reds).not.toEqual([]);
      expect(reds).toEqual(laws ?? reds);
    },
  );

  it('has for each law a broken adapter that turns it red', () => {
    const red = new Set([...known.values()].flat());
    expect(sound.names().filter((name) => !red.has(name))).toEqual([]);
  });

  describe('by every law', { tags: 'long' }, () => {
    const matrix = new Map<string, readonly string[]>();

    it.each(faults)(
      '$port: turns red on a store that $fault',
      async ({ fault, port, ...broken }) => {
        const reds = await runnerFor(broken).reds((name) => isOfPort(name, port));
        matrix.set(`${port}: ${fault}`, reds);
        expect(reds).not.toEqual([]);
      },
    );

    it.each(faults.filter(({ fault }) => foundByHistories.includes(fault)))(
      'finds by random histories a store that $fault',
      async ({ fault, ...broken }) => {
        const reds = await runnerFor(broken).reds(isHistory);
        matrix.set(`histories: ${fault}`, reds);
        expect(reds).not.toEqual([]);
      },
    );

    it('fails exactly the laws on record', async () => {
      const lines = [...matrix].flatMap(([fault, reds]) => [
        fault,
        ...reds.map((law) => `    ${law}`),
        '',
      ]);
      await expect(lines.join('\n')).toMatchFileSnapshot(record);
    });
  });
});
