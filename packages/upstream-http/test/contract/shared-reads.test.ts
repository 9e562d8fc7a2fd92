import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ark } from '../../src/ark/index.ts';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { kling } from '../../src/kling/index.ts';
import { openEngine, sampleNow } from '../support/open-engine.ts';
import { sampleAccount as account } from '../support/sample-request.ts';
import type { ScriptedResponse } from '../support/scripted-transport.ts';

const { signal } = new AbortController();
const handleOf = (id: JsonValue) => ({ version: 1, value: id });
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `task-${n}`);

/** A page of Kling: running tasks, but for those that are finished. */
const ofKling = (ids: readonly string[], finished: readonly string[] = []): ScriptedResponse => ({
  status: 200,
  body: {
    code: 0,
    message: 'SUCCEED',
    request_id: 'r',
    data: ids.map((id) =>
      finished.includes(id)
        ? {
            id,
            status: 'succeeded',
            outputs: [{ type: 'video', url: `https://x.klingai.com/${id}.mp4` }],
          }
        : { id, status: 'processing' },
    ),
  },
});
const ofArk = (ids: readonly string[]): ScriptedResponse => ({
  status: 200,
  body: { total: ids.length, items: ids.map((id) => ({ id, status: 'running', model: 'm' })) },
});

/** Asks for the turn of each task, and polls those of the second turn, which several share. */
async function pollTogether(
  description: ProviderDescription,
  response: (path: string) => ScriptedResponse,
) {
  const { client, transport } = openEngine(description, ({ path }) => response(path));
  const turns = idsOf(40).map((id) => {
    const turn = client.turnToPoll?.({ account: account.id, handle: handleOf(id), now: sampleNow });
    return [id, turn ?? 0] as const;
  });
  const together = turns.filter(([, at]) => at > sampleNow);
  const [first] = together;
  const later = first?.[1] ?? 0;
  const outcomes = [];
  for (const [id] of together) {
    const now = client.turnToPoll?.({ account: account.id, handle: handleOf(id), now: later });
    expect(now).toBe(later);
    outcomes.push((await client.poll({ account, handle: handleOf(id), signal })).kind);
  }
  // A task that the shared read lacked gets turns of its own.
  let now = later;
  for (const [index, [id]] of together.entries()) {
    if (outcomes[index] !== 'transient') continue;
    const work = { account: account.id, handle: handleOf(id) };
    now = client.turnToPoll?.({ ...work, now }) ?? 0;
    expect(client.turnToPoll?.({ ...work, now })).toBe(now);
    expect((await client.poll({ account, handle: handleOf(id), signal })).kind).toBe('pending');
  }
  return {
    together: together.map(([id]) => id),
    outcomes,
    paths: transport.calls.map(({ path }) => path),
  };
}

describe('[providers.engine.shared-reads] tasks whose turns are the same', () => {
  it('are read at once at Kling, by their ids', async () => {
    const { together, outcomes, paths } = await pollTogether(kling.describe({}), () =>
      ofKling(idsOf(40), ['task-7']),
    );
    expect(together).toHaveLength(39);
    expect(paths).toEqual([`/tasks?task_ids=${together.join(',')}`]);
    expect(outcomes.filter((kind) => kind === 'pending')).toHaveLength(38);
    expect(outcomes[together.indexOf('task-7')]).toBe('succeeded');
  });

  it('are read at once in ModelArk’s list', async () => {
    const { together, outcomes, paths } = await pollTogether(ark.describe({}), () =>
      ofArk(idsOf(40)),
    );
    const ids = together.map((id) => `&filter.task_ids=${id}`).join('');
    expect(paths).toEqual([`/contents/generations/tasks?page_num=1&page_size=50${ids}`]);
    expect(new Set(outcomes)).toEqual(new Set(['pending']));
  });

  it('are read by themselves where the response does not have them', async () => {
    const { together, outcomes, paths } = await pollTogether(kling.describe({}), (path) =>
      path.includes(',') ? ofKling(['task-3']) : ofKling(path.split('=').slice(1)),
    );
    expect(outcomes.filter((kind) => kind === 'pending')).toHaveLength(1);
    expect(outcomes.filter((kind) => kind === 'transient')).toHaveLength(38);
    const others = together.filter((id) => id !== 'task-3');
    expect(paths.slice(1)).toEqual(others.map((id) => `/tasks?task_ids=${id}`));
  });

  it('are read by themselves where one of them may be the reason of a refusal', async () => {
    const { outcomes, paths } = await pollTogether(kling.describe({}), (path) =>
      path.includes(',')
        ? { status: 400, body: { code: 1201, message: 'bad id', request_id: 'r' } }
        : ofKling(path.split('=').slice(1)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['transient']));
    expect(paths).toHaveLength(40);
  });

  it.each([429, 500, 503])('are all left to a later read by a response %d', async (status) => {
    const { client, transport } = openEngine(kling.describe({}), () => ({ status, body: {} }));
    const turnOf = (id: string, now: number) =>
      client.turnToPoll?.({ account: account.id, handle: handleOf(id), now }) ?? 0;
    const [, at = 0] = idsOf(3).map((id) => turnOf(id, sampleNow));
    const kinds = [];
    for (const id of ['task-1', 'task-2']) {
      expect(turnOf(id, at)).toBe(at);
      kinds.push((await client.poll({ account, handle: handleOf(id), signal })).kind);
    }
    expect(kinds).toEqual(['transient', 'transient']);
    expect(transport.calls).toHaveLength(1);
  });

  it('do not share a read that is older than two seconds', async () => {
    const { client, transport } = openEngine(kling.describe({}), ({ path }) =>
      ofKling((path.split('=')[1] ?? '').split(',')),
    );
    const turnOf = (id: string, now: number) =>
      client.turnToPoll?.({ account: account.id, handle: handleOf(id), now }) ?? 0;
    idsOf(3).map((id) => turnOf(id, sampleNow));
    const at = turnOf('task-1', sampleNow);
    expect(turnOf('task-1', at)).toBe(at);
    await client.poll({ account, handle: handleOf('task-1'), signal });
    expect(turnOf('task-2', at + 2_001)).toBe(at + 2_001);
    await client.poll({ account, handle: handleOf('task-2'), signal });
    expect(transport.calls.map(({ path }) => path)).toEqual([
      '/tasks?task_ids=task-1,task-2',
      '/tasks?task_ids=task-2',
    ]);
  });
});

it('[providers.engine.reported-outputs] a result is fetched from where its poll reported it, and after that from where its task says', async () => {
  const { client, transport } = openEngine(kling.describe({}), () => ofKling(['a'], ['a']));
  const call = { account, handle: handleOf('a'), signal };
  const outcome = await client.poll(call);
  if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
  const { output } = outcome;
  for (const reads of [1, 2, 3]) {
    // There is no network, so no download succeeds.
    expect((await client.openResult({ ...call, output })).kind).toBe('unavailable');
    expect(transport.calls).toHaveLength(reads);
  }
});
