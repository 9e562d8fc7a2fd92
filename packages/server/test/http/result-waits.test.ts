import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from './response.ts';
import { eventually } from './eventually.ts';
import { parsePrometheusText } from './prometheus-text.ts';
import { instant, smallest } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { withShortPauses } from './short-pauses.ts';
import { useGateway } from './use-gateway.ts';
import { openWorkbench } from './workbench-client.ts';

const mebibyte = 1024 * 1024;
const token = 'metrics-token-of-the-tests';
const env = { FILMGATE_METRICS_TOKEN: token };

const shared = useGateway(() => ({ env, wrapPorts: withShortPauses(10) }));
const disk = { freeBytes: 10 * mebibyte };
const full = useGateway(() => ({
  env,
  wrapPorts: (ports) => {
    const { resultBlobs: inner } = ports;
    const resultBlobs = {
      stage: inner.stage.bind(inner),
      commit: inner.commit.bind(inner),
      discard: inner.discard.bind(inner),
      open: inner.open.bind(inner),
      remove: inner.remove.bind(inner),
      sweepCandidates: inner.sweepCandidates.bind(inner),
      freeBytes: async () => disk.freeBytes,
    };
    return { ...ports, resultBlobs };
  },
}));

const detailSchema = z.object({
  job: z.object({
    state: z.string(),
    result_wait: z
      .object({
        awaits: z.string(),
        since: z.iso.datetime(),
        tries: z.int().positive(),
        until: z.iso.datetime().nullable(),
      })
      .nullable(),
  }),
  trail: z.array(
    z.object({ what: z.string(), detail: z.looseObject({ awaits: z.string().optional() }) }),
  ),
});

/** The job in the administrator's view, once it waits for its video. */
function untilWaiting({ gateway }: typeof shared, id: string) {
  return eventually(
    async () => {
      const detail = detailSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`)));
      return detail.job.result_wait === null ? undefined : { ...detail, ...detail.job.result_wait };
    },
    { what: `${id} to wait for its video` },
  );
}

async function metric({ gateway }: typeof shared, name: string, awaits?: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { text } = await send(`${gateway.localUrl}/metrics`, { headers });
  const samples = parsePrometheusText(text).get(name)?.samples ?? [];
  return samples.find(({ labels }) => labels['awaits'] === awaits)?.value ?? Number.NaN;
}

describe('a video whose host cannot be reached', () => {
  it('[results.told] is reported by its task, in the admin API, the list and the metrics', async () => {
    const prompt = instant('a video that is late', 'result-down=999999s');
    const task = taskOf(await shared.tasks.create(smallest(prompt)));
    const waiting = await untilWaiting(shared, task.id);
    expect(waiting).toMatchObject({ awaits: 'host', job: { state: 'storing' } });
    expect(Date.parse(waiting.until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const line = waiting.trail.find(({ what }) => what === 'result-awaited');
    expect(line?.detail.awaits).toBe('host');

    const read = await shared.tasks.read(task.id);
    expect([read.status, read.video_url]).toEqual(['in_progress', undefined]);
    expect(read.warnings).toEqual([
      { param: 'video_url', message: expect.stringContaining(waiting.since) },
    ]);
    const { text } = await shared.gateway.adminFetch('jobs?state=storing');
    expect(text).toContain('"awaits":"host"');
    expect(await metric(shared, 'filmgate_results_waiting', 'host')).toBeGreaterThanOrEqual(1);
    expect(await metric(shared, 'filmgate_results_waiting_oldest_seconds')).toBeGreaterThan(0);
  });

  it('[results.told] is reported by its job of the workbench', async () => {
    const bench = await openWorkbench(shared.gateway);
    const { job_id } = await bench.created(instant('late too', 'result-down=999999s'));
    const { since } = await untilWaiting(shared, job_id);
    const job = await bench.until(job_id, 'polling');
    expect(job.message).toContain(since);
  });

  it('[results.transport][results.resumed] comes over connections that break, and without a warning', async () => {
    const prompt = instant('in pieces', 'result-cut=3');
    const task = taskOf(await shared.tasks.create(smallest(prompt)));
    expect((await shared.tasks.completed(task.id)).warnings).toEqual([]);
  });

  it('[results.gone] is awaited while the provider reports that it does not have the video', async () => {
    const task = taskOf(await shared.tasks.create(smallest(instant('gone', 'result-gone'))));
    const said = await eventually(
      async () => {
        const { trail } = await untilWaiting(shared, task.id);
        return trail.find(({ detail }) => detail['said'] === 'gone');
      },
      { what: 'the word of the provider to be told' },
    );
    expect(said).toMatchObject({ what: 'result-awaited', detail: { awaits: 'usable-result' } });
    expect((await shared.tasks.read(task.id)).status).toBe('in_progress');
  });
});

describe('a node without room for results', () => {
  it('[results.room] reports that it is not ready and why, waits, and continues when there is space', async () => {
    const task = taskOf(await full.tasks.create(smallest(instant('no room'))));
    expect((await untilWaiting(full, task.id)).awaits).toBe('space');
    const ready = await fetch(`${full.gateway.localUrl}/readyz`);
    const reasons = ['no room for results'];
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready', reasons }]);
    expect(await metric(full, 'filmgate_results_waiting', 'space')).toBe(1);
    disk.freeBytes = 100_000 * mebibyte;
    expect((await fetch(`${full.gateway.localUrl}/readyz`)).status).toBe(200);
  });
});
