import { createJobFactory } from '@filmgate/conformance';
import type { BlobStore } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import {
  isThere,
  keep,
  openRetentionWorld,
  retentionTimes,
} from '../../test/support/retention-world.ts';
import { createRetention } from './create-retention.ts';
import { createLeaderLease } from './leader-lease.ts';

const hour = 3_600_000;

describe('retention', () => {
  it('keeps bytes an asset refers to, and drops the others after a day', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    const used = await keep(ports.assetBlobs, 'used');
    const unused = await keep(ports.assetBlobs, 'unused');
    const asset = {
      id: 'as_1',
      owner: 'native',
      kind: 'image',
      contentType: 'image/png',
      fileName: 'a.png',
    } as const;
    await ports.storage.assets.add({ ...asset, size: 4, sha256: used, createdAt: clock.now() });
    await clock.advance(25 * hour);
    await retention.runOnce();
    expect([
      await isThere(ports.assetBlobs, used),
      await isThere(ports.assetBlobs, unused),
    ]).toEqual([true, false]);
    await clock.advance(retentionTimes.jobsMs);
    await retention.runOnce();
    expect(await isThere(ports.assetBlobs, used)).toBe(false);
  });

  it('[owner-limits.storage.freed] removes bytes a day after the last use, and releases their share of the owner’s limit', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    const sha256 = await keep(ports.assetBlobs, 'a reference');
    const { assets } = ports.storage;
    const bytes = [{ sha256, size: 11 }];
    await assets.hold({ owner: 'user:one', bytes, allowance: 11, now: clock.now() });
    await clock.advance(24 * hour);
    await retention.runOnce();
    expect([await assets.heldBytes('user:one'), await isThere(ports.assetBlobs, sha256)]).toEqual([
      11,
      true,
    ]);
    await clock.advance(1);
    await retention.runOnce();
    expect([await assets.heldBytes('user:one'), await isThere(ports.assetBlobs, sha256)]).toEqual([
      0,
      false,
    ]);
  });

  it('[pool.asked-for-account-removed] ends jobs that wait for an account whose removal did not get so far', async () => {
    const { ports, retention } = openRetentionWorld();
    const make = createJobFactory(2);
    const settings = { label: 'there', concurrency: 1 };
    await ports.storage.accounts.add({ id: 'there', endpoint: 'mock', settings, now: 1 });
    const accept = async (pinnedAccountId: string | undefined): Promise<string> => {
      const job = make.newJob({ state: 'awaiting_configuration' });
      const pin = pinnedAccountId === undefined ? {} : { pinnedAccountId };
      const request = { ...job.request, ...pin };
      const input = { job: { ...job, request }, idempotency: null, queueLimit: 9, now: 1 };
      await ports.storage.jobs.acceptJob(input);
      return job.id;
    };
    const ids = [await accept('gone'), await accept('there'), await accept(undefined)];
    await retention.runOnce();
    const jobs = await Promise.all(ids.map((id) => ports.storage.reader.find(id)));
    expect(jobs.map((job) => job?.failure?.code ?? job?.state)).toEqual([
      'account_removed',
      'awaiting_configuration',
      'awaiting_configuration',
    ]);
  });

  it('[fleet.clean-up-once] runs where it is its turn, and gives the turn back when it stops', async () => {
    const { clock, ports } = openRetentionWorld();
    const { values } = ports.storage;
    const node = (holder: string) => {
      const rounds = { begun: 0 };
      const resultBlobs: BlobStore = {
        ...ports.resultBlobs,
        sweepCandidates: async () => {
          rounds.begun += 1;
          return [];
        },
      };
      const turn = createLeaderLease({ values, clock, name: 'upkeep', holder });
      return {
        rounds,
        retention: createRetention({
          ports: { ...ports, resultBlobs },
          retention: retentionTimes,
          turn,
        }),
      };
    };
    const [one, other] = [node('one'), node('other')];
    one.retention.start();
    other.retention.start();
    await clock.advance(35 * 60_000);
    expect([one.rounds.begun, other.rounds.begun].toSorted()).toEqual([0, 4]);
    const [first, second] = one.rounds.begun > 0 ? [one, other] : [other, one];
    await first.retention.stop();
    await clock.advance(10 * 60_000);
    expect(second.rounds.begun).toBe(1);
    await second.retention.stop();
  });

  it('stops on request, and a failing store does not end it', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    await ports.storage.close();
    retention.start();
    await clock.advance(30 * 60_000);
    await retention.stop();
    expect(clock.nextWakeAt()).toBeNull();
  });
});
