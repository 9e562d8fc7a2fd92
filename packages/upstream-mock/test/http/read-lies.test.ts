import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../support/personalities/personality-server.ts';
import { wireHabits } from '../support/personalities/wire-habits.ts';
import { openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

/** A job that waits 1 s and runs 8 s. */
const kite = (tokens: string) => `a kite [[mock:queue=1s,run=8s,${tokens}]]`;

describe("on the mock's own wire", () => {
  let bench: VerdictBench;
  beforeEach(async () => {
    bench = await openVerdictBench();
  });
  afterEach(() => bench.close());

  const begin = (tokens: string) => bench.submit('one', { prompt: kite(tokens) });
  const path = async () => `/v1/generations/${await bench.jobId()}`;
  /** Reported states after each of these times, in ms since acceptance. */
  const reportedAfter = async (...times: readonly number[]) => {
    const reported: unknown[] = [];
    let at = 0;
    for (const time of times) {
      bench.advance(time - at);
      at = time;
      const { status, body } = await bench.call(await path());
      reported.push(status === 200 ? body : status);
    }
    return reported;
  };

  it('[mock.read-lies] stall: says nothing new from the middle of the run until so long after the end', async () => {
    await begin('stall=30s');
    expect(await reportedAfter(500, 3_000, 5_000, 8_999, 9_000, 38_999, 39_000)).toMatchObject([
      { status: 'queued' },
      { status: 'running', progress: 25 },
      ...Array.from({ length: 4 }, () => ({ status: 'running', progress: 50 })),
      { status: 'completed' },
    ]);
  });

  it('[mock.read-lies] stall: the ledger has the truth, and nobody is blamed before the end is told', async () => {
    await begin('stall=30s');
    await reportedAfter(9_000, 20_000, 30_000, 38_999);
    expect(await bench.ledger()).toMatchObject({ completed: 1 });
    expect(await bench.found()).toEqual([]);
    bench.advance(1);
    expect(await bench.found()).toEqual(['lost-film', 'gave-up']);
  });

  it('[mock.read-lies] backwards: waits again in the third quarter of the run', async () => {
    await begin('backwards');
    expect(await reportedAfter(4_999, 5_000, 6_999, 7_000, 9_000)).toMatchObject([
      { status: 'running', progress: 49 },
      { status: 'queued', progress: 0 },
      { status: 'queued', progress: 0 },
      { status: 'running', progress: 75 },
      { status: 'completed' },
    ]);
  });

  it('[mock.read-lies] completed-then-failed: has no result, and fails in the end', async () => {
    await begin('completed-then-failed=10s');
    expect(await reportedAfter(9_000)).toMatchObject([{ status: 'completed', output: {} }]);
    expect((await bench.call(`/v1/results/${await bench.jobId()}`)).status).toBe(404);
    expect(await bench.ledger()).toMatchObject({ failed: 1, charged_credits: 0 });
    bench.advance(10_000);
    expect((await bench.call(await path())).body).toMatchObject({
      status: 'failed',
      error: { kind: 'internal', charged: false },
    });
    expect(await bench.found()).toEqual([]);
  });

  it('[mock.read-lies] vanish: is found by nothing from then on, and the video is lost by the provider', async () => {
    await begin('vanish=5s,findable');
    expect(await reportedAfter(4_999, 5_000, 9_000, 3_600_000)).toMatchObject([
      { status: 'running' },
      404,
      404,
      404,
    ]);
    expect((await bench.call(`/v1/results/${await bench.jobId()}`)).status).toBe(404);
    expect((await bench.call('/v1/generations?correlation_id=one')).body).toEqual({ data: [] });
    expect(await bench.ledger()).toMatchObject({ completed: 1, charged_credits: 1 });
    expect((await bench.ledger()).jobs).toMatchObject([{ reads: 4 }]);
    expect((await bench.verdict()).findings).toMatchObject([{ code: 'lost-film', by: 'provider' }]);
  });

  it('[mock.read-lies] vanish: a client that came too late for a film that was there lost it', async () => {
    await begin('vanish=1h');
    await reportedAfter(9_000, 3_600_000);
    expect(await bench.found()).toEqual(['lost-film']);
  });
});

describe('over providers’ wires', () => {
  let server: PersonalityServer;
  beforeEach(async () => {
    server = await openPersonalityServer();
  });
  afterEach(() => server.close());

  it.each(wireHabits.map((habits) => ({ title: habits.name, ...habits })))(
    '[mock.read-lies] $title: goes back, stalls, completes and fails after all',
    async (habits) => {
      const { name, words } = habits;
      const begin = async (tokens: string) => {
        const { body } = await server.call(name, habits.submission(kite(tokens)));
        return habits.acceptedId(body) ?? '';
      };
      const ids = {
        backwards: await begin('backwards'),
        stall: await begin('stall=30s'),
        failed: await begin('completed-then-failed=10s,findable'),
        vanish: await begin('vanish=5s'),
      };
      const state = async (id: string) =>
        habits.reported((await server.call(name, habits.status(id))).body)?.state;
      server.advance(5_500);
      expect(await state(ids.backwards)).toBe(words.queued);
      expect(await state(ids.vanish)).toBeUndefined();
      server.advance(4_000);
      expect(await state(ids.backwards)).toBe(words.completed);
      expect(await state(ids.stall)).toBe(words.running);
      expect(await state(ids.failed)).toBe(words.completed);
      server.advance(30_000);
      expect(await state(ids.stall)).toBe(words.completed);
      expect(await state(ids.failed)).toBe(words.failed);
      expect(await state(ids.vanish)).toBeUndefined();
    },
  );
});
