import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { chaosProfiles, drawFaults } from '../../../src/faults/chaos.ts';
import { type StartMockOptions, startMock } from '../../../src/testing/start-mock.ts';
import { VerdictError } from '../../../src/testing/verdict-error.ts';
import { parseFaults } from '../../../src/faults/parse-faults.ts';
import { ownBody } from '../../support/verdict/verdict-bench.ts';

const names = Array.from({ length: 24 }, (_, index) => `job-${index}`);
const planSchema = z.object({
  filmgate_mock_plan: z.literal(1),
  faults: z.array(z.object({ key: z.string(), attempt: z.number(), fault: z.string() })),
});

/** Submits each job twice in this order, and gives the plan and what became of each job. */
async function play(order: readonly string[], options: StartMockOptions) {
  const mock = await startMock({ scenario: { clock: { mode: 'frozen' } }, ...options });
  onTestFinished(() => mock.close());
  const space = mock.space('one');
  const headers = { authorization: 'Bearer studio' };
  for (const name of [...order, ...order]) {
    const request = { method: 'POST', headers, body: JSON.stringify(ownBody(name)) };
    await fetch(`${space.url}/v1/generations`, request).catch(() => undefined);
  }
  await space.clock.untilIdle();
  const response = await fetch(`${mock.url}/_mock/s/one/plan`);
  const { faults, ...form } = planSchema.parse(await response.json());
  const reported = (await space.journal()).entries.map(
    ({ id: _id, real_at: _real, reported: said, logical_key: key, attempt, truth }) => ({
      key,
      attempt,
      said,
      truth,
    }),
  );
  const ledger = space.ledger();
  return { space, plan: { ...form, faults }, reported, ledger };
}

describe('chaos', () => {
  it.each(chaosProfiles)(
    '[mock.chaos] %s draws known tokens, by seed, key and attempt alone',
    (profile) => {
      const drawn = new Set<string>();
      fc.assert(
        fc.property(
          fc.string(),
          fc.string(),
          fc.integer({ min: 1, max: 9 }),
          (seed, key, attempt) => {
            const fault = drawFaults({ profile, seed }, key, attempt);
            drawn.add(fault);
            expect(drawFaults({ profile, seed }, key, attempt)).toBe(fault);
            if (fault !== '')
              expect(parseFaults(`[[mock:${fault}]]`, { from: 'chaos' }).kind).toBe('parsed');
          },
        ),
        { numRuns: 300 },
      );
      expect(drawn.size).toBeGreaterThan(3);
    },
  );

  it('[mock.chaos] draws the same for each job in two orders, and something else by another seed', async () => {
    const chaos = { profile: 'hostile', seed: '7' } as const;
    const one = await play(names, { chaos });
    const other = await play(names.toReversed(), { chaos });
    const sorted = (list: readonly { key: unknown; attempt: unknown }[]) =>
      list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(one.plan.faults.length).toBeGreaterThan(10);
    expect(sorted(other.plan.faults)).toEqual(sorted(one.plan.faults));
    expect(sorted(other.reported)).toEqual(sorted(one.reported));
    const third = await play(names, { chaos: { ...chaos, seed: '8' } });
    expect(third.plan.faults).not.toEqual(one.plan.faults);
  });

  it('[mock.chaos.plan] a plan gives the same ledger and the same plan, and nothing else is drawn', async () => {
    const first = await play(names, { chaos: { profile: 'hostile', seed: '7' } });
    expect(first.ledger.accepted).toBeGreaterThan(10);
    const again = await play(names, { plan: first.plan });
    expect(again.plan).toEqual(first.plan);
    expect(again.ledger).toEqual(first.ledger);
    const none = await play(names, { plan: { filmgate_mock_plan: 1, faults: [] } });
    expect(none.ledger.accepted).toBe(2 * names.length);
  });

  it('[mock.chaos.plan] a failure has the plan that repeats it, when its mock is gone, too', async () => {
    const first = await play(names, { chaos: { profile: 'hostile', seed: '7' } });
    const failure = await first.space.assertClean().catch((error: unknown) => error);
    if (!(failure instanceof VerdictError)) throw new Error('the verdict is clean');
    expect(failure.plan).toEqual(first.plan);
    const [, printed = ''] = /^plan: (.*)$/m.exec(failure.message) ?? [];
    const again = await play(names, { plan: planSchema.parse(JSON.parse(printed)) });
    expect(again.ledger).toEqual(first.ledger);
  });

  it('[mock.chaos] a failure says its profile, its seed and how to get the plan; tokens of a test win', async () => {
    const { space } = await play([], { chaos: { profile: 'hostile', seed: '7' } });
    const headers = { authorization: 'Bearer studio' };
    for (const name of names) {
      const prompt = 'x [[mock:refuse=400]]';
      const body = JSON.stringify(ownBody(name, { prompt }));
      const response = await fetch(`${space.url}/v1/generations`, {
        method: 'POST',
        headers,
        body,
      });
      expect(response.status).toBe(400);
    }
    const { chaos } = await space.verdict();
    expect(chaos).toContain('profile hostile, seed 7');
    space.expectFindings('paid-twice');
    await expect(space.assertClean()).rejects.toThrow('profile hostile, seed 7');
  });
});
