import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Scenario } from '../../src/faults/scenario.ts';
import { startMockServer } from '../../src/server/mock-server.ts';
import { beginning } from '../support/open-world.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const scenario: Scenario = {
  seed: 'reported',
  clock: { mode: 'frozen' },
  chaos: { profile: 'lossy' },
  rules: [{ name: 'slow', when: { contains: 'kite' }, then: { fault: 'queue=5s' } }],
};

const names = ['kite', 'river', 'train', 'snow', 'harbour', 'kite again'];

function submission(name: string) {
  return {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt: `a film of a ${name}`,
    negative_prompt: null,
    duration: 1,
    aspect_ratio: '16:9',
    resolution: '480p',
    width: 64,
    height: 48,
    audio: false,
    references: [],
  };
}

const ledgerSchema = z.object({
  jobs: z.array(z.looseObject({ id: z.string(), state: z.string(), correlation_id: z.string() })),
});
const journalSchema = z.object({ entries: z.array(z.record(z.string(), z.unknown())) });

/** Buys these videos in sequence, in a process that began at `realTime`, and returns everything observable. */
async function buy(order: readonly string[], realTime: number) {
  let now = realTime;
  const address = { host: '127.0.0.1', port: 0, control: true, speed: 1, scenario };
  const server = await startMockServer({ ...address, now: () => (now += 7) });
  closers.push(() => server.close());
  const headers = { authorization: 'Bearer mk_key', 'content-type': 'application/json' };
  for (const name of order) {
    const body = JSON.stringify(submission(name));
    const call = { method: 'POST', headers, body };
    await fetch(`${server.url}/v1/generations`, call).catch(() => undefined);
  }
  const untilIdle = JSON.stringify({ untilIdle: true });
  await fetch(`${server.url}/_mock/clock`, { method: 'POST', headers, body: untilIdle });
  const first = await (await fetch(`${server.url}/_mock/ledger`)).text();
  const { jobs } = ledgerSchema.parse(JSON.parse(first));
  const videos: string[] = [];
  for (const { id, state } of jobs.filter((job) => job.state === 'completed')) {
    const response = await fetch(`${server.url}/v1/results/${id}`, { headers }).catch(() => null);
    const bytes = await response?.arrayBuffer().catch(() => undefined);
    const digest = createHash('sha256').update(new Uint8Array(bytes ?? new ArrayBuffer(0)));
    videos.push(`${id} ${state} ${digest.digest('hex')}`);
  }
  const ledger = await (await fetch(`${server.url}/_mock/ledger`)).text();
  const journal = journalSchema.parse(
    await (await fetch(`${server.url}/_mock/journal?limit=1000`)).json(),
  );
  const reported = journal.entries.map(({ real_at: _real, ...entry }) => entry);
  return { ledger, videos, journal: JSON.stringify(reported), jobs };
}

it('[mock.clock.modes] a seed, a scenario and a clock that stands give ledger, journal and films byte by byte, in each run', async () => {
  const one = await buy(names, beginning);
  const other = await buy(names, beginning + 86_400_000);
  expect(one.jobs.length).toBeGreaterThan(2);
  expect(one.videos.length).toBeGreaterThan(1);
  expect(other).toEqual(one);
});

it('[mock.clock.modes] the order of submissions changes the order of jobs and files, and none of them', async () => {
  const one = await buy(names, beginning);
  const other = await buy(names.toReversed(), beginning);
  const byName = ({ jobs }: typeof one) =>
    jobs.toSorted((a, b) => a.correlation_id.localeCompare(b.correlation_id));
  expect(byName(other)).toEqual(byName(one));
  expect(other.videos.toSorted()).toEqual(one.videos.toSorted());
});
