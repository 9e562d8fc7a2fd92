import { type ReconcileOutcome, removeAccount, type UpstreamHandle } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { findableAfterMs, searchable } from '../support/searchable-world.ts';

const handle: UpstreamHandle = { version: 1, value: 'found' };
const hourMs = 3_600_000;

/** A job that may have been sent in the part of the past that its store lost, and a runner that resolves it. */
async function afterLoss(response: (account: string, attempt: string) => ReconcileOutcome) {
  const { world, asked } = searchable(response);
  await world.addAccount('first', 1);
  await world.addAccount('second', 1);
  const id = await world.accept();
  await world.happen(id, { kind: 'possibly-sent', detail: 'the store went back' });
  const runner = world.runner();
  runner.start();
  return { world, asked, id, runner };
}

describe('a job that may have been sent before an acknowledged loss', () => {
  it('[restore.acknowledged-search] is watched where it is found under one of its names, and never sent', async () => {
    const { world, id, runner } = await afterLoss((account, attempt) =>
      account === 'second' && attempt === '2'
        ? { kind: 'found', handle }
        : { kind: 'transient', detail: '', isEmpty: true },
    );
    await world.clock.advance(10_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', accountId: 'second', handle });
    expect(await world.storage.reader.dispatches(id)).toMatchObject([
      { correlationId: `${id}.2`, accountId: 'second', handle: JSON.stringify(handle) },
    ]);
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });

  it('[restore.acknowledged-search] keeps its credits on hold where no search shows it, is left to an operator, and is still searched for', async () => {
    let isShown = false;
    const { world, id, asked, runner } = await afterLoss((account, attempt) =>
      isShown && account === 'first' && attempt === '1'
        ? { kind: 'found', handle }
        : { kind: 'absent' },
    );
    await world.clock.advance(findableAfterMs + 60_000);
    const names = ['first 1', 'first 2', 'first 3', 'second 1', 'second 2', 'second 3'];
    expect(new Set(asked)).toEqual(new Set(names));
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    expect((await world.storage.reader.trail(id)).at(-1)).toMatchObject({
      what: 'needs-ruling',
      detail: { because: 'name-lost' },
    });
    isShown = true;
    await world.clock.advance(hourMs + 60_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', accountId: 'first' });
    await world.end(runner);
  });

  it('[restore.acknowledged-search] is searched for again soon while a search fails', async () => {
    let isAway = true;
    const { world, id, runner } = await afterLoss((_account, attempt) => {
      if (isAway) return { kind: 'transient', detail: 'away' };
      return attempt === '1' ? { kind: 'found', handle } : { kind: 'absent' };
    });
    await world.clock.advance(60_000);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    isAway = false;
    await world.clock.advance(120_000);
    expect((await world.job(id)).state).toBe('polling');
    await world.end(runner);
  });

  it('[admin.accounts.delete-needed] keeps each account that may have been sent it, until it is found', async () => {
    let isShown = false;
    const { world, id, runner } = await afterLoss((account) =>
      isShown && account === 'first' ? { kind: 'found', handle } : { kind: 'absent' },
    );
    expect(await removeAccount(world.ports, 'second')).toEqual({ kind: 'needed', jobs: 1 });
    isShown = true;
    await world.clock.advance(2 * hourMs);
    expect(await world.job(id)).toMatchObject({ accountId: 'first' });
    expect(await removeAccount(world.ports, 'second')).toMatchObject({ kind: 'removed' });
    await world.end(runner);
  });
});

it('[admin.accounts.delete-needed] no account is removed while a store waits for an operator after a data loss', async () => {
  const { world } = searchable(() => ({ kind: 'absent' }));
  await world.addAccount('first', 1);
  const lost = { kind: 'went-back', noticedAt: 1, detail: 'it went back' } as const;
  const { reader, jobs } = world.storage;
  const resume = async () => 'resumed' as const;
  const dataLoss = { lost: () => lost, onChange: () => () => undefined, reader, jobs, resume };
  const ports = { ...world.ports, storage: { ...world.storage, dataLoss } };
  await expect(removeAccount(ports, 'first')).rejects.toThrow('it went back');
  expect(await world.storage.accounts.find('first')).toBeDefined();
});

it('[jobs.unknown.forgotten] an endpoint that lost a part of its past proves no absence: the job is left to an operator with its credits on hold, and searched for again', async () => {
  const { world } = searchable(() => ({ kind: 'forgotten' }));
  world.upstream.script('first').submit = 'hang';
  const runner = world.runner();
  runner.start();
  await world.clock.advance(1_000);
  const id = await world.accept();
  await world.addAccount('first', 1);
  await world.clock.advance(2 * hourMs);
  expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
  const reported = (await world.storage.reader.trail(id)).filter(
    ({ what }) => what === 'needs-ruling',
  );
  expect(reported).toMatchObject([{ detail: { because: 'forgotten' } }]);
  expect((await world.job(id)).dueAt).not.toBeNull();
  await world.end(runner);
});
