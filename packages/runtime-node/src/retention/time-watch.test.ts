import {
  createJobFactory,
  createManualClock,
  createMemoryStorage,
  type ManualClock,
} from '@filmgate/conformance';
import type { AuditEntry, StorageBundle } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createTimeWatch } from './time-watch.ts';

const hour = 3_600_000;
const day = 24 * hour;

function world(storage: StorageBundle = createMemoryStorage()) {
  const clock = createManualClock();
  const events: string[] = [];
  const note = (event: string): void => void events.push(event);
  const log = { info: note, warn: note, error: note };
  const begin = (by: ManualClock = clock) => createTimeWatch({ storage, clock: by, log });
  return { clock, storage, events, begin };
}

function entry(at: number): AuditEntry {
  const words = { actor: 'admin', action: 'time.confirm', target: 'clock' };
  return { id: `entry-${at}`, at, ...words, before: null, after: null };
}

describe('the trusted time', () => {
  it('believe a clock that goes as it should, however long it goes', async () => {
    const { clock, begin, events } = world();
    const time = begin();
    time.start();
    await clock.advance(3 * hour);
    await time.stop();
    await clock.advance(40 * day);
    expect(await time.look()).toBe(clock.now());
    expect([time.jump(), events]).toEqual([null, []]);
  });

  it('[clocks.retention.jump][clocks.retention.told] do not trust one that jumps while it runs, report that once, and continue from the trusted time', async () => {
    const { clock, begin, events } = world();
    const time = begin();
    time.start();
    await clock.advance(10 * 60_000);
    const from = clock.now();
    clock.setWall(from + 100 * day);
    await clock.advance(20 * 60_000);
    expect(await time.look()).toBe(from + 20 * 60_000);
    expect(time.jump()).toEqual({
      from: from + 20 * 60_000,
      to: from + 100 * day + 20 * 60_000,
    });
    expect(events).toEqual(['time-jumped']);
    clock.setWall(clock.now() - 100 * day);
    expect(await time.look()).toBe(clock.now());
    expect([time.jump(), events]).toEqual([null, ['time-jumped', 'time-believed']]);
    await time.stop();
  });

  it('[clocks.retention.jump] remember over a restart what they took for true', async () => {
    const { clock, storage, begin } = world();
    const first = begin();
    await first.look();
    await clock.advance(2 * hour);
    await first.look();
    const last = clock.now();
    const ahead = createManualClock(last + 100 * day);
    const second = createTimeWatch({ storage, clock: ahead, log: silent });
    expect(await second.look()).toBe(last);
    await ahead.advance(2 * hour);
    expect(await second.look()).toBe(last + 2 * hour);
    expect(second.jump()?.to).toBe(ahead.now());
    const right = createManualClock(last + 3 * hour);
    const third = createTimeWatch({ storage, clock: right, log: silent });
    expect([await third.look(), third.jump()]).toEqual([right.now(), null]);
  });

  it('believe a clock that went back, and do not believe it when it comes forward again by more than an hour', async () => {
    const { clock, begin } = world();
    const time = begin();
    await time.look();
    const began = clock.now();
    clock.setWall(began - 2 * hour);
    expect([await time.look(), time.jump()]).toEqual([began - 2 * hour, null]);
    clock.setWall(began - hour);
    expect([await time.look(), time.jump()]).toEqual([began - hour, null]);
    clock.setWall(began + 5 * hour);
    expect(await time.look()).toBe(began - hour);
    expect(time.jump()).toEqual({ from: began - hour, to: began + 5 * hour });
  });

  it('[clocks.retention.confirm] believe what is confirmed, with its entry, and nothing needs to be confirmed twice', async () => {
    const { clock, storage, begin, events } = world();
    await begin().look();
    const from = clock.now();
    clock.setWall(from + 7 * day);
    const [time, other] = [begin(), begin()];
    await Promise.all([time.look(), other.look()]);
    const jump = { from, to: from + 7 * day };
    expect([time.jump(), other.jump()]).toEqual([jump, jump]);
    expect(await time.confirm(({ to }) => entry(to))).toEqual(jump);
    expect(await time.confirm(({ to }) => entry(to))).toBeNull();
    expect(await other.confirm(({ to }) => entry(to))).toBeNull();
    expect([await other.look(), other.jump()]).toEqual([clock.now(), null]);
    expect(await storage.adminAccess.audit({ before: null, limit: 9 })).toEqual([
      entry(from + 7 * day),
    ]);
    expect(events.filter((event) => event === 'time-believed')).toHaveLength(2);
    expect(await begin().look()).toBe(clock.now());
  });

  it('[clocks.retention.server-time] go by the clock of the server where the store has one', async () => {
    const server = createManualClock();
    const storage = { ...createMemoryStorage(), serverTime: async () => server.now() };
    const ahead = createManualClock(server.now() + 100 * day);
    const time = createTimeWatch({ storage, clock: ahead, log: silent });
    expect([await time.look(), time.jump()]).toEqual([server.now(), null]);
    const behind = createManualClock(server.now() - 3 * hour);
    const slow = createTimeWatch({ storage, clock: behind, log: silent });
    expect(await slow.look()).toBe(behind.now());
    server.setWall(server.now() + 2 * hour);
    await time.look();
    expect(time.jump()).toEqual({ from: server.now() - 2 * hour, to: server.now() });
  });

  it('[clocks.retention.jump] begin at the oldest job where the store keeps none, though another was made after the jump', async () => {
    const { clock, storage, begin } = world();
    const jobs = createJobFactory();
    const accept = () =>
      storage.jobs.acceptJob({
        job: jobs.newJob({ now: clock.now() }),
        idempotency: null,
        queueLimit: 9,
        now: clock.now(),
      });
    await accept();
    const from = clock.now();
    clock.setWall(from + 100 * day);
    await accept();
    const time = begin();
    expect(await time.look()).toBe(from);
    expect(time.jump()).toEqual({ from, to: from + 100 * day });
  });
});

const quiet = (): void => undefined;
const silent = { info: quiet, warn: quiet, error: quiet };
