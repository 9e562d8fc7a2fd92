import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../../test/sample-job.ts';
import { jobStates } from '../../job/job-state.ts';
import type { DispatchRecord } from '../../ports/job-reader.ts';
import { type HandAct, handActs, checkAct } from './check-act.ts';

const record: DispatchRecord = {
  jobId: 'job',
  correlationId: 'co_1',
  recordedAt: 1,
  sendDeadlineAt: 2,
  handle: null,
  accountId: null,
  refusal: null,
};

const clock = { now: () => 1_000 };

/** States in which an act is done, while no dispatch is recorded without a refusal. */
async function statesOf(act: HandAct, dispatches: readonly DispatchRecord[]) {
  const states = await Promise.all(
    jobStates.map(async (state) => {
      const reader = { find: async () => sampleJob(state), dispatches: async () => dispatches };
      const checked = await checkAct({ storage: { reader }, clock }, { id: 'job', act });
      return checked.kind === 'checked' && checked.obstacle === null ? [state] : [];
    }),
  );
  return states.flat();
}

describe('[admin.jobs.acts-preview] an act', () => {
  it.each([
    ['check', ['submitted', 'polling', 'outcome_unknown']],
    ['cancel', ['queued', 'awaiting_configuration']],
    ['resolve', ['outcome_unknown']],
  ] as const)('to %s is done to jobs that are %j', async (act, states) => {
    const refused = { ...record, refusal: '{}' };
    expect(new Set(await statesOf(act, []))).toEqual(new Set(states));
    expect(new Set(await statesOf(act, [refused]))).toEqual(new Set(states));
  });

  it('cancels nothing that may have been sent, though it waits', async () => {
    expect(await statesOf('cancel', [{ ...record, refusal: '{}' }, record])).toEqual([]);
  });

  it('[providers.keyed.resolved-between] resolves nothing while its submission is under way', async () => {
    const job = sampleJob('outcome_unknown', { sendDeadlineAt: clock.now() + 1 });
    const reader = { find: async () => job, dispatches: async () => [] };
    const asked = { id: 'job', act: 'resolve' } as const;
    expect(await checkAct({ storage: { reader }, clock }, asked)).toMatchObject({
      obstacle: 'not-unknown',
    });
    const later = { now: () => clock.now() + 1 };
    expect(await checkAct({ storage: { reader }, clock: later }, asked)).toMatchObject({
      obstacle: null,
    });
  });

  it('is not decided for a job that does not exist', async () => {
    const reader = { find: async () => undefined, dispatches: async () => [] };
    for (const act of handActs)
      expect(await checkAct({ storage: { reader }, clock }, { id: 'job', act })).toEqual({
        kind: 'not-found',
      });
  });
});
