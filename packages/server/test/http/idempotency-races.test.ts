import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { createPaths, taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

function count(statuses: readonly number[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('racing creations', () => {
  it('[idempotency.concurrent-firsts][invariants.i3-one-job-per-key][invariants.i1-one-submission] 200 equal first requests make one task and one submission', async () => {
    const user = await shared.newUser();
    const body = smallest(parked('two hundred at once 7f3a'));
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        user.create(body, { key: 'two-hundred', path: createPaths[index % 3] ?? createPaths[0] }),
      ),
    );
    expect(count(responses.map(({ status }) => status))).toEqual({ 200: 199, 202: 1 });
    const ids = new Set(responses.map((response) => taskOf(response, response.status).id));
    expect(ids.size).toBe(1);
    const replayed = responses.filter(
      (response) => response.headers.get('idempotency-replayed') === 'true',
    );
    expect(replayed.map(({ status }) => status)).toEqual(Array.from({ length: 199 }, () => 200));
    const { accepted } = await shared.gateway.mock.ledger('two hundred at once 7f3a');
    expect(accepted).toBeLessThanOrEqual(1);
    const listed = await user.request('/v1/videos');
    expect(JSON.parse(listed.text)).toMatchObject({ data: [{ id: [...ids][0] }], has_more: false });
  });

  it('[idempotency.concurrent-conflicts][invariants.i3-one-job-per-key] of two contents racing for each of 100 keys one wins', async () => {
    const user = await shared.newUser();
    const bodies = [smallest(parked('heads')), smallest(parked('tails'))];
    const pairs = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        Promise.all(bodies.map((body) => user.create(body, { key: `coin-${index}` }))),
      ),
    );
    for (const responses of pairs) {
      const [won, lost, ...more] = [...responses].toSorted(
        (left, right) => left.status - right.status,
      );
      if (won === undefined || lost === undefined) throw new Error('two answers were asked for');
      expect(more).toEqual([]);
      taskOf(won, 202);
      expectApiError(lost, { status: 409, code: 'idempotency_key_conflict' });
    }
    const listed = await user.request('/v1/videos?limit=100');
    expect(JSON.parse(listed.text)).toMatchObject({ has_more: false });
    expect(JSON.parse(listed.text)).toHaveProperty('data.length', 100);
  });

  it('[idempotency.concurrent-firsts][quota.reserved] equal first requests reserve once', async () => {
    const user = await shared.newUser();
    const body = smallest(parked('reserved once'));
    const single = await shared.newUser();
    taskOf(await single.create(body));
    const { reserved } = await shared.gateway.usageOf(single.id);
    await Promise.all(
      Array.from({ length: 50 }, () => user.create(body, { key: 'reserved-once' })),
    );
    expect(reserved).toBeGreaterThan(0);
    expect(await shared.gateway.usageOf(user.id)).toEqual({ used: 0, reserved, held: 0 });
  });
});
