import { deepEqual, equal, ok } from 'node:assert/strict';
import { createManualClock, type ManualClock } from '@filmgate/conformance';
import {
  type AcceptCommand,
  advanceJob,
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import { renderVideo } from '@filmgate/upstream-mock';
import { createMemoryPorts } from './memory-ports.ts';
import { createScriptedUpstream } from './scripted-upstream.ts';

/** The core alone: a job from its acceptance to the stored video, and one whose response is lost. */

const model = 'vm_std-2.0';
const owner = 'user_one';
/** Routes every family of the catalog to the only provider, under its own name. */
const families = defaultCatalog.families.map((family) => ({
  ...family,
  routes: [{ endpoint: 'scripted', model: family.id, rank: 1 }],
}));
const catalog = { ...defaultCatalog, families };
const options = { ...defaultGatewayOptions, catalog: () => catalog };

/** A creation as a surface would decode it. The same key and content mean the same job. */
function creation(ports: GatewayPorts, key: string, prompt: string): AcceptCommand {
  return {
    owner,
    surface: 'tasks',
    jobId: `job_${ports.ids.next()}`,
    idempotency: { scope: owner, key },
    content: { prompt },
    draft: {
      model,
      family: model,
      mediaType: 'video',
      prompt,
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '720p',
      generateAudio: true,
      references: [],
    },
    warnings: [],
    whenAccountUnavailable: 'refuse',
  };
}

const dayMs = 24 * 3_600_000;

/**
 * Acts as a runner in the background for the given time: claims due jobs, advances each by one step, waits for the
 * next. A job of unknown outcome is due again within the hour until it is resolved.
 */
async function workFor(ports: GatewayPorts, clock: ManualClock, forMs: number): Promise<void> {
  const end = clock.now() + forMs;
  const { jobs, reader } = ports.storage;
  const { signal } = new AbortController();
  for (;;) {
    const now = clock.now();
    const lease = { holder: 'this program', leaseUntil: now + 30_000, limit: 10, now };
    const started = await jobs.claimDue({ ...lease, lane: 'start', families: [model] });
    const continued = await jobs.claimDue({ ...lease, lane: 'continue', families: [] });
    for (const claim of [...started, ...continued]) {
      await advanceJob({ ports, options, job: claim.job, claim, signal });
    }
    const dueAt = await reader.nextDueAt();
    if (dueAt === null || dueAt > end) return clock.advance(end - clock.now());
    await clock.advance(Math.max(0, dueAt - clock.now()));
  }
}

const video = await renderVideo({
  width: 1280,
  height: 720,
  durationSeconds: 5,
  audio: true,
  prompt: 'A paper boat',
  model,
  aspectRatio: '16:9',
  resolution: '720p',
  seed: 'example',
  jobId: 'example',
  accountLabel: 'only',
});
const upstream = createScriptedUpstream({ script: ['accepted', 'answer-lost'], video });
const clock = createManualClock();
const ports = createMemoryPorts(upstream.client, clock);
const gateway = createGateway(ports, options);
await ports.storage.accounts.add({
  id: 'account_only',
  endpoint: 'scripted',
  settings: { label: 'only', families: ['*'], concurrency: 1, credits: 1_000 },
  now: clock.now(),
});

// One key sent twice: one job, one submission.
const first = await gateway.accept(creation(ports, 'key-1', 'A paper boat crosses a puddle'));
const again = await gateway.accept(creation(ports, 'key-1', 'A paper boat crosses a puddle'));
ok(first.kind === 'accepted' && again.kind === 'replayed');
equal(again.job.id, first.job.id);
await workFor(ports, clock, dayMs);

const result = await gateway.openResult({ owner, surface: 'tasks', id: first.job.id });
ok(result.kind === 'opened');
equal(result.result.size, video.length);
equal(result.result.durationSeconds, 5);
await result.blob.close();

// The response to the second submission is lost. It may have been paid for, so it is never sent again.
const lost = await gateway.accept(creation(ports, 'key-2', 'A kite over the dunes'));
ok(lost.kind === 'accepted');
await workFor(ports, clock, dayMs);
const unknown = await gateway.get({ owner, surface: 'tasks', id: lost.job.id });
equal(unknown?.state, 'outcome_unknown');
deepEqual(upstream.arrived, [`${first.job.id}.1`, `${lost.job.id}.1`]);

// A person asked the provider: nothing was charged. The credits are released.
await gateway.resolve({
  id: lost.job.id,
  outcome: 'not_charged',
  actor: 'operator',
  note: 'not on the bill',
});
const usage = await ports.storage.apiUsers.usage(owner);
deepEqual([usage.used, usage.held], [first.job.price, 0]);

await ports.storage.close();
process.stdout.write(
  `2 jobs, ${upstream.arrived.length} submissions, ${usage.used} credits paid\n`,
);
