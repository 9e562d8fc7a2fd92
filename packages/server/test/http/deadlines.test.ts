import { describe, expect, it } from 'vitest';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked, smallest } from './prompts.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { type SharedGateway, useGateway } from './use-gateway.ts';

function whenUnknown(shared: SharedGateway, id: string): Promise<true> {
  return eventually(
    async () => {
      const response = await shared.gateway.adminFetch(`jobs/${id}`);
      const { state } = adminJobResponseSchema.parse(jsonOf(response));
      return state === 'outcome_unknown' ? true : undefined;
    },
    { what: `${id} to be unknown` },
  );
}

describe('a job past its deadline', () => {
  const shared = useGateway(() => ({ env: { FILMGATE_JOB_DEADLINE_SECONDS: '1' } }));

  it('[jobs.deadline][quota.held][invariants.i1-one-submission] is of unknown outcome: in progress for its owner, its credits held', async () => {
    const user = await shared.newUser();
    const text = 'never comes to an end 6aa1';
    const task = taskOf(await user.create(smallest(parked(text))));
    await whenUnknown(shared, task.id);
    expect((await user.read(task.id)).status).toBe('in_progress');
    const { used, reserved, held } = await shared.gateway.usageOf(user.id);
    expect([used, reserved, held > 0]).toEqual([0, 0, true]);
    expect((await shared.gateway.mock.ledger(text)).accepted).toBe(1);
  });
});

describe('the slot of an unknown job', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_UNKNOWN_SLOT_SECONDS: '1' },
    accounts: [{ concurrency: 1, credits: 1_000_000 }],
  }));

  it('[jobs.unknown-slot][credits.busy-waits] is kept for its time, then given to the next, while the credits stay held', async () => {
    const user = await shared.newUser();
    const lost = taskOf(await user.create(smallest(instant('lost for good', 'lost-response'))));
    await whenUnknown(shared, lost.id);
    const next = taskOf(await shared.tasks.create(smallest(instant('waits for the slot 0b7e'))));
    await shared.tasks.completed(next.id);
    const acceptedAt = async (text: string): Promise<number> => {
      const { jobs } = await shared.gateway.mock.ledger(text);
      expect(jobs).toHaveLength(1);
      return Date.parse(jobs[0]?.accepted_at ?? '');
    };
    const [freed, taken] = [
      await acceptedAt('waits for the slot 0b7e'),
      await acceptedAt('lost for good'),
    ];
    expect(freed - taken).toBeGreaterThanOrEqual(1_000);
    expect((await shared.gateway.usageOf(user.id)).held).toBeGreaterThan(0);
    expect((await user.read(lost.id)).status).toBe('in_progress');
  });
});
