import { isFinal, jobStates } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../memory/create-memory-storage.ts';
import { createJobFactory, factoryAccountId } from './job-factory.ts';
import { Scene } from './scene.ts';

describe('createJobFactory', () => {
  it.each(jobStates)('makes a job that is %s, with everything the state means', (state) => {
    const job = createJobFactory().jobIn(state);
    expect(job.state).toBe(state);
    expect(job.quota === 'settled' || job.quota === 'released').toBe(isFinal(state));
    expect(job.result !== null).toBe(state === 'completed');
    expect(job.failure !== null).toBe(state === 'failed');
    expect(job.holdsSlot).toBe(job.accountId === factoryAccountId && !isFinal(state));
    expect(job.updatedAt - job.createdAt).toBe(job.version - 1);
  });

  it.each(jobStates)(
    'brings a stored job to %s, to the very same value but for instants',
    async (state) => {
      const scene = new Scene(createMemoryStorage());
      await scene.account(factoryAccountId);
      const stored = await scene.acceptIn(state, { id: 'vt_a' });
      const made = createJobFactory().jobIn(state, { id: 'vt_a' });
      const timeless = (value: object): unknown =>
        JSON.parse(JSON.stringify(value), (name, part: unknown) =>
          /(?:At|Since|Until|^since|^until|^latest)$/.test(name) ? undefined : part,
        );
      expect(timeless(stored)).toEqual(timeless(made));
    },
  );

  it('makes the same jobs with the same seed', () => {
    expect(createJobFactory(4).newJob()).toEqual(createJobFactory(4).newJob());
    expect(createJobFactory(4).newJob().id).not.toBe(createJobFactory(5).newJob().id);
  });
});
