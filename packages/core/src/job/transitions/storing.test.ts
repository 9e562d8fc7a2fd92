import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { describeFailure } from '../describe-failure.ts';
import type { JobEffect } from '../job-effect.ts';
import type { JobState } from '../job-state.ts';
import { newResultFetch } from '../result-fetch.ts';
import type { Job } from '../job.ts';

const account = 'account-one';
const quota = (move: 'hold' | 'settle' | 'refund'): JobEffect => ({
  kind: 'quota',
  move,
  amount: 20,
});
const slotFree: JobEffect = { kind: 'slot', move: 'release', accountId: account };

const video = (sha256: string) => ({ sha256, size: 9, contentType: 'video/mp4' });

/** A job that was accepted, with failed reads since. */
const watched = (state: JobState, changes: Partial<Job> = {}): Job =>
  sampleJob(state, { dueAt: 500, readFailures: 3, progress: 40, ...changes });

const failed = {
  state: 'failed',
  quota: 'released',
  holdsSlot: false,
  completedAt: now,
  dueAt: null,
};

describe('[proof.effects] our own copy', () => {
  const { result } = eventSamples['result-stored'];
  const known = { param: 'seconds', message: 'rounded' };
  const warning = { param: 'resolution', message: 'smaller than asked' };

  it('once it is whole, the owner pays and the slot is free', () => {
    const job = watched('storing', { warnings: [known] });
    expect(stepOf(job, { ...eventSamples['result-stored'], warnings: [warning] })).toEqual({
      changed: {
        state: 'completed',
        progress: 100,
        quota: 'settled',
        holdsSlot: false,
        warnings: [known, warning],
        result,
        completedAt: now,
        resultExpiresAt: 9_000,
        readFailures: 0,
        dueAt: null,
      },
      effects: [
        quota('settle'),
        slotFree,
        line('completed', { sha256: result.sha256, size: result.size }),
      ],
    });
  });

  it('adds no warning where there is none', () => {
    const job = watched('storing', { warnings: [known] });
    const { changed } = stepOf(job, eventSamples['result-stored']);
    expect(changed).not.toHaveProperty('warnings');
  });

  it('that cannot be used costs the owner nothing, and the account what the provider took', () => {
    const event = eventSamples['result-unusable'];
    const job = watched('storing', { resultFetch: newResultFetch(200) });
    expect(stepOf(job, event)).toEqual({
      changed: {
        ...failed,
        failure: describeFailure('result_invalid'),
      },
      effects: [
        quota('refund'),
        line('result-unusable', { detail: 'truncated', code: 'result_invalid' }),
        slotFree,
      ],
    });
  });

  it('[results.kept] that was read and cannot be used stays with the job, and its trail says which file it is', () => {
    const unusable = [video('aa'), video('bb')];
    const proof = { unusable, doubt: null };
    for (const kind of ['result-unusable', 'result-not-fetched'] as const) {
      const { changed, effects } = stepOf(watched('storing'), { ...eventSamples[kind], proof });
      expect(changed.resultFetch).toMatchObject({ unusable });
      const detail = expect.objectContaining({ sha256: 'bb', size: 9 });
      expect(effects[1]).toMatchObject({ entry: { what: kind, detail } });
    }
  });
});

describe('[proof.effects][results.told] a video that did not come', () => {
  const event = eventSamples['result-awaited'];
  const output = { mediaType: 'video', value: { url: '/r/2' } } as const;
  const fresh = newResultFetch(200);
  const waits = { awaits: 'host', detail: 'reset', until: 2_000, fetchedUntil: 90_000 } as const;
  const reported = (inARow: number) => line('result-awaited', { ...waits, inARow });

  it('is waited for from the first failed try on, through the link a poll gave', () => {
    const job = watched('storing', { readFailures: 0, resultFetch: fresh });
    expect(stepOf(job, { ...event, output })).toEqual({
      changed: {
        output,
        readFailures: 1,
        resultFetch: {
          ...fresh,
          awaits: 'host',
          awaitsSince: now,
          detail: 'reset',
          until: 90_000,
        },
        dueAt: 2_000,
      },
      effects: [reported(1)],
    });
  });

  it('is waited for since the first failed try, and reported at 1, 2, 4, 8 … tries or for another reason', () => {
    const known = { awaits: 'host', awaitsSince: 300, detail: 'reset', until: 90_000 } as const;
    const waiting = { ...fresh, ...known };
    const after = (readFailures: number, reason: 'host' | 'space' = 'host') =>
      stepOf(watched('storing', { readFailures, resultFetch: waiting }), {
        ...event,
        output: null,
        reason,
      });
    expect(after(2)).toEqual({ changed: { readFailures: 3, dueAt: 2_000 }, effects: [] });
    expect(after(3).effects).toEqual([reported(4)]);
    expect(after(2, 'space').changed.resultFetch).toMatchObject({
      awaits: 'space',
      awaitsSince: now,
    });
    expect(after(2, 'space').effects).toHaveLength(1);
  });

  it('[results.kept] reports each other file that was read, whichever try it is', () => {
    const job = watched('storing', { resultFetch: { ...fresh, awaits: 'usable-result' } });
    const unusable = [video('aa')];
    const proof = { unusable, doubt: null };
    const awaited = { ...event, reason: 'usable-result', proof } as const;
    const detail = expect.objectContaining({ sha256: 'aa', size: 9 });
    const [step] = stepOf({ ...job, readFailures: 2 }, awaited).effects;
    expect(step).toMatchObject({ entry: { what: 'result-awaited', detail } });
    const known = { ...fresh, awaits: 'usable-result', unusable } as const;
    expect(stepOf({ ...job, readFailures: 2, resultFetch: known }, awaited).effects).toEqual([]);
  });

  it('[evidence.made-outranks-failed] reports a statement against it the first time, whichever try it is', () => {
    const job = watched('storing', { readFailures: 2, resultFetch: { ...fresh, awaits: 'host' } });
    const doubt = { word: 'failed', source: 'one@', since: 1, latest: 1, looks: 1 } as const;
    const { changed, effects } = stepOf(job, { ...event, proof: { unusable: [], doubt } });
    expect(changed.doubt).toEqual(doubt);
    expect(effects).toMatchObject([{ entry: { detail: { said: 'failed', awaits: 'host' } } }]);
    const proof = { unusable: [], doubt: { ...doubt, looks: 2 } };
    expect(stepOf({ ...job, doubt }, { ...event, proof }).effects).toEqual([]);
  });

  it('of a job an earlier release wrote is waited for from now on', () => {
    const { changed } = stepOf(watched('storing'), event);
    expect(changed.resultFetch).toMatchObject({ since: now, awaitsSince: now });
  });

  it('gives its slot up once, when it waited long enough', () => {
    const slot = line('slot-given-up', { account, ...waits, inARow: 4 });
    const job = watched('storing', { readFailures: 3, resultFetch: fresh });
    const { changed, effects } = stepOf(job, { ...event, givesUpSlot: true });
    expect(changed.holdsSlot).toBe(false);
    expect(effects).toEqual([slotFree, slot]);
    const again = stepOf({ ...job, holdsSlot: false }, { ...event, givesUpSlot: true });
    expect(again.effects).toEqual([reported(4)]);
  });

  it('in the time it is fetched costs the owner nothing, and the account what the provider took', () => {
    const over = eventSamples['result-not-fetched'];
    expect(stepOf(watched('storing', { resultFetch: fresh }), over)).toEqual({
      changed: { ...failed, failure: describeFailure('result_invalid') },
      effects: [
        quota('refund'),
        line('result-not-fetched', {
          awaits: 'host',
          detail: 'reset',
          code: 'result_invalid',
        }),
        slotFree,
      ],
    });
  });

  it('and came after all is waited for no more', () => {
    const job = watched('storing', { resultFetch: { ...fresh, awaits: 'host', awaitsSince: 300 } });
    expect(stepOf(job, eventSamples['result-stored']).changed.resultFetch).toBeNull();
  });
});
