import { createSeededRandom } from '@filmgate/conformance';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import { renderVideo } from '../../src/media/render-video.ts';
import {
  FickleProvider,
  type Knowledge,
  says,
  type Whims,
} from '../support/wire/fickle-provider.ts';
import { JobWorld } from '../support/wire/job-world.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

/** One of these, by chance. */
function oneOf<Item>({ random }: Knowledge, ...items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** So many times in a row, by chance: fewer than a result is tried. */
function aFewTimes({ before, good }: Knowledge, otherwise: typeof good) {
  return before < 3 ? otherwise : good;
}

const notFound = says(404, { error: { kind: 'not_found', message: 'no such resource' } });
const lost = { kind: 'lost' } as const;

interface Fickleness {
  readonly name: string;
  readonly whims: Whims;
  readonly ends: 'completed' | 'outcome_unknown';
}

const fickleness: readonly Fickleness[] = [
  {
    name: 'states that flap',
    whims: {
      status: (reported) =>
        reported.before > 8
          ? reported.good
          : says(200, {
              id: reported.id,
              status: oneOf(reported, 'queued', 'running', 'paused'),
              progress: oneOf(reported, -5, 0, 99, 1e9, reported.random()),
            }),
    },
    ends: 'completed',
  },
  {
    name: 'a completed job that is running again',
    whims: {
      result: (reported) => aFewTimes(reported, notFound),
      status: (reported) =>
        reported.before > 1 && reported.random() < 0.5
          ? says(200, { id: reported.id, status: 'running', progress: 3 })
          : reported.good,
    },
    ends: 'completed',
  },
  {
    name: 'a job that is gone for a while',
    whims: {
      status: (reported) =>
        reported.before < 6 ? oneOf(reported, notFound, lost, reported.good) : reported.good,
    },
    ends: 'completed',
  },
  {
    name: 'a job that is gone for good',
    whims: { status: () => notFound },
    ends: 'outcome_unknown',
  },
  {
    name: 'a link that has expired',
    whims: {
      result: (reported) => aFewTimes(reported, says(403, { error: { kind: 'link_expired' } })),
    },
    ends: 'completed',
  },
  {
    name: 'a success without a file',
    whims: { result: (reported) => aFewTimes(reported, oneOf(reported, notFound, lost)) },
    ends: 'completed',
  },
  {
    name: 'a lost response and a search that lags',
    whims: {
      submit: () => lost,
      search: (reported) =>
        reported.before < oneOf(reported, 1, 3, 5) ? says(200, { data: [] }) : reported.good,
    },
    ends: 'completed',
  },
  {
    name: 'a lost response and a search whose pages fail',
    whims: {
      submit: () => lost,
      search: (reported) =>
        reported.before < 4
          ? oneOf(
              reported,
              says(500, {}),
              says(404, {}),
              says(501, 'proxy'),
              says(200, '<html>'),
              lost,
            )
          : reported.good,
    },
    ends: 'completed',
  },
  {
    name: 'a lost response and a search that shows it twice, among others',
    whims: {
      submit: () => lost,
      search: ({ id, correlationId }) => {
        const own = { id, correlation_id: correlationId };
        return says(200, { data: [{ id: 'gen_99', correlation_id: 'other.1' }, own, own] });
      },
    },
    ends: 'completed',
  },
  {
    name: 'a lost response and a search that shows two jobs for it',
    whims: {
      submit: () => lost,
      search: ({ id, correlationId }) =>
        says(200, {
          data: [id, 'gen_99'].map((one) => ({ id: one, correlation_id: correlationId })),
        }),
    },
    ends: 'outcome_unknown',
  },
  {
    name: 'a lost response and a search that shows only the jobs of others',
    whims: {
      submit: () => lost,
      search: () => says(200, { data: [{ id: 'gen_99', correlation_id: 'other.1' }] }),
    },
    ends: 'outcome_unknown',
  },
  {
    name: 'a clock that is a day ahead',
    whims: {
      status: (reported) =>
        reported.before < 2
          ? says(503, {}, new Date(reported.now + dayMs).toUTCString())
          : reported.good,
    },
    ends: 'completed',
  },
];

describe('a provider that takes back what it said', () => {
  let video: Uint8Array;

  beforeAll(async () => {
    const picture = {
      width: 160,
      height: 90,
      durationSeconds: 5,
      framesPerSecond: 1,
      audio: false,
    };
    const words = { prompt: 'p', model: 'm', aspectRatio: '16:9', resolution: '720p' };
    const source = { seed: 's', jobId: 'j', accountLabel: 'a' };
    video = await renderVideo({ ...picture, ...words, ...source });
  });

  async function worldOf(whims: Whims, seed: number) {
    const providers: FickleProvider[] = [];
    const world = await JobWorld.open((now) => {
      const random = createSeededRandom(seed);
      const transport = new FickleProvider({ whims, random, video, now });
      providers.push(transport);
      return createMockClient({ transport, speed: 1, now });
    });
    return { world, submissions: () => providers.map((one) => one.submissions) };
  }

  it.each(fickleness.flatMap((one) => seeds.map((seed) => ({ ...one, seed }))))(
    '[invariants.i1-one-submission][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][invariants.i8-final-states][wire.fickle-provider] $name, seed $seed: sent once, $ends',
    async ({ whims, ends, seed }) => {
      const { world, submissions } = await worldOf(whims, seed);
      await world.step();
      await world.live(150 * minuteMs);
      const { state, price } = await world.job();
      expect(state).toBe(ends);
      expect(submissions()).toEqual([1]);
      const isDone = ends === 'completed';
      const usage = { used: isDone ? price : 0, reserved: 0, held: isDone ? 0 : price };
      expect(await world.usage()).toMatchObject(usage);
    },
  );

  it('[wire.fickle-provider] is sent nothing while its balance is below zero', async () => {
    const { world, submissions } = await worldOf({}, 1);
    await world.stateCredits(-50);
    await world.step();
    await world.live(10 * minuteMs);
    expect(submissions()).toEqual([0]);
    await world.stateCredits(1_000);
    await world.live(60 * minuteMs);
    expect([submissions(), (await world.job()).state]).toEqual([[1], 'completed']);
  });
});
