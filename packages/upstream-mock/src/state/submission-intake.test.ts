import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { CompactJob } from '../job/compact-job.ts';

const drawn = '[[mock:response=lost,accepted=random]]';

/** Accepted ones of these names, each sent `times` times. */
function truths(names: readonly string[], times = 1, seed = 'seed') {
  const world = openWorld({ seed });
  const accepted = new Map<string, readonly boolean[]>();
  for (let time = 0; time < times; time += 1) {
    for (const correlationId of names) {
      const before = world.accounts.counts().accepted;
      const outcome = world.submissions.submit(
        'key-1',
        sampleSubmission({ correlationId, prompt: drawn }),
      );
      expect(outcome).toMatchObject({ kind: 'unproven', symptom: 'lost' });
      const seen = accepted.get(correlationId) ?? [];
      accepted.set(correlationId, [...seen, world.accounts.counts().accepted > before]);
    }
  }
  return accepted;
}

describe('a submission at a limit of its account', () => {
  it.each([
    [{ credits: 0 }, 'credits'],
    [{ concurrency: 0 }, 'concurrency'],
  ])('[mock.twins] is refused whatever its truth would be: %j', (settings, kind) => {
    const world = openWorld();
    world.accounts.describe('key-1', settings);
    const fault = ['lost-request', 'lost-response', 'response=500,accepted=no', 'response=500'];
    const tokens = [...fault, ...Array.from({ length: 20 }, () => 'response=500,accepted=random')];
    for (const [index, token] of tokens.entries()) {
      const sent = { correlationId: `job-${index}`, prompt: `[[mock:${token}]]` };
      const outcome = world.submissions.submit('key-1', sampleSubmission(sent));
      expect(outcome, token).toMatchObject({ kind: 'refused', refusal: { kind } });
    }
  });
});

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 20 });

describe('a truth that is drawn', () => {
  it('[mock.twins.random] follows from the seed, the key and the attempt, whatever was sent before', () => {
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (sent, order) => {
        const shuffled = sent
          .map((name) => ({ name, rank: order.next().value ?? 0 }))
          .toSorted((one, other) => one.rank - other.rank)
          .map(({ name }) => name);
        const [one, other] = [truths(sent, 2), truths(shuffled, 2)];
        for (const name of sent) expect(other.get(name)).toEqual(one.get(name));
      }),
    );
  });

  it('[mock.twins.random] is either one about as often, and another under another seed', () => {
    const many = Array.from({ length: 400 }, (_none, index) => `job-${index}`);
    const one = [...truths(many).values()].flat();
    const other = [...truths(many, 1, 'other').values()].flat();
    const accepted = one.filter(Boolean).length;
    expect(accepted).toBeGreaterThan(140);
    expect(accepted).toBeLessThan(260);
    expect(other).not.toEqual(one);
  });

  it('[mock.twins.random] is drawn anew for each attempt of a key', () => {
    const [attempts = []] = truths(['job-1'], 40).values();
    expect(new Set(attempts)).toEqual(new Set([true, false]));
  });
});

it('[mock.attempts] a submission without a name reads as many jobs after 40 equal ones as after one', () => {
  const read = vi.spyOn(CompactJob.prototype, 'read');
  const world = openWorld();
  const naming = { taskId: (digits: string) => `t_${digits}`, isNamed: false };
  const reads = Array.from({ length: 40 }, () => {
    read.mockClear();
    expect(world.submissions.submit('one', sampleSubmission(), naming).kind).toBe('accepted');
    return read.mock.calls.length;
  });
  read.mockRestore();
  expect(reads.at(-1)).toBe(reads[1]);
});
