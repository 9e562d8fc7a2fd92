import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { accept, addAccount, bareState, bring, commit } from '../../test/support/bare-state.ts';
import type { StoreState } from '../store/store-state.ts';

const make = createJobFactory();

/** Reads the job from its row, never from memory. */
function read(state: StoreState, job: Job): Job | undefined {
  return state.stored.readHeader(state.rows.position(job.id) ?? -1);
}

it('stores a job of every state so that it reads the same', async () => {
  const state = await bareState(0);
  const reached = [
    'prepared',
    'submitted',
    'polling',
    'outcome_unknown',
    'completed',
    'failed',
  ] as const;
  addAccount(state, 'a1');
  for (const to of ['queued', ...reached] as const) {
    const job = bring(state, accept(state, make.newJob()), to, 'a1');
    expect(read(state, job)).toEqual(job);
  }
});

it('[workbench.account] stores the account a job is left to, or none', async () => {
  const state = await bareState(0);
  const plain = accept(state, make.newJob());
  expect(read(state, plain)?.request).not.toHaveProperty('pinnedAccountId');
  const base = make.newJob();
  const pinned = accept(state, { ...base, request: { ...base.request, pinnedAccountId: 'a1' } });
  expect(read(state, pinned)).toEqual(pinned);
  expect(read(state, pinned)?.request.pinnedAccountId).toBe('a1');
});

it('stores texts of any length and any characters as they are', async () => {
  const state = await bareState(0);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y', '竖屏'.repeat(9_000), 'long'.repeat(4_000)),
  );
  fc.assert(
    fc.property(text, text, (prompt, negativePrompt) => {
      const base = make.newJob({ prompt: `p${prompt}` });
      const request = { ...base.request, negativePrompt };
      const job = accept(state, { ...base, request });
      expect(read(state, job)).toEqual(job);
    }),
    { numRuns: 60 },
  );
});

it('stores opaque values of any form and size, and each new one in place of the old', async () => {
  const state = await bareState(0);
  const small = fc.jsonValue({ maxDepth: 3 });
  const large = small.map((part) => ({ part, text: 'x'.repeat(5_000) }));
  const value = fc.oneof(small, large);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      let job = accept(state, make.newJob());
      for (const one of values) {
        // Values that JSON cannot represent, such as -0, are not JSON values.
        const stored = z.json().parse(JSON.parse(JSON.stringify(one)));
        const handle = { version: 1, value: stored };
        const output = { mediaType: 'video', value: stored } as const;
        const next = { ...job, version: job.version + 1, submission: handle, handle, output };
        job = commit(state, job, { next, effects: [] });
        expect(read(state, job)).toEqual(job);
      }
    }),
    { numRuns: 60 },
  );
});

it('writes over the version it was made from and no other', async () => {
  const state = await bareState(0);
  const job = accept(state, make.newJob());
  const position = state.rows.position(job.id) ?? -1;
  const next = { ...job, version: 3, progress: 5 };
  const update = (former: Job) => () =>
    state.rows.update({ position, former, next, lastEntry: null });
  expect(update({ ...job, version: 2 })).toThrow(/not stored in version 2/);
  expect(update(job)).not.toThrow();
});
