import type { Job, JobEvent } from '@filmgate/core';
import { transition } from '@filmgate/core';
import type { BenchGateway } from './bench-gateway.ts';
import { queuedJob } from './bench-job.ts';

export interface FlightPlan {
  /** Number that distinguishes the jobs of one store. */
  readonly index: number;
  readonly prompt: string;
  readonly accountId: string;
  /** Time of the next poll, ms since 1970. */
  readonly pollAt: number;
  /** Time of acceptance by the provider; in the future for a job that stays young and is polled most often. */
  readonly submittedAt: number;
}

const dayMs = 86_400_000;

/** Creates a job and brings it into flight through every step of a real job, each saved. */
export async function bringIntoFlight(gateway: BenchGateway, plan: FlightPlan): Promise<void> {
  const { storage, running } = gateway;
  const now = Date.now();
  const owner = `user:${plan.index % 100}`;
  const id = `vt_${running.services.ids.next()}`;
  const idempotency = {
    scope: `${owner}/videos`,
    key: `key-${plan.index}`,
    fingerprint: `1:${'0'.repeat(64)}`,
  };
  let job = queuedJob({ id, owner, prompt: plan.prompt, createdAt: now });
  await storage.jobs.acceptJob({ job, idempotency, queueLimit: 10_000_000, now });
  for (const event of flight(job, plan, now)) {
    const step = transition(job, event, now);
    if (step.kind === 'refused') throw new Error(`${event.kind} was refused`);
    const { submittedAt } = event.kind === 'accepted' ? plan : step.job;
    const next = { ...step.job, submittedAt };
    const input = { claim: null, from: job, next, lease: 'release', now } as const;
    const outcome = await storage.jobs.commit({ ...input, effects: step.effects });
    if (outcome.kind !== 'committed') throw new Error(`${event.kind} was not saved`);
    job = outcome.job;
  }
}

/** The events that take a queued job into flight. */
function flight({ id, request, price }: Job, plan: FlightPlan, now: number): readonly JobEvent[] {
  const { accountId, index, pollAt } = plan;
  const later = now + dayMs;
  const { prompt, durationSeconds, aspectRatio, resolution } = request;
  const value = { route: request.model, prompt, durationSeconds, aspectRatio, resolution };
  const handle = { version: 1, value: { account: accountId, job: `upstream-${index}` } };
  return [
    {
      kind: 'account-chosen',
      accountId,
      route: { endpoint: 'mock', model: request.model },
      expectedSize: null,
      cost: { unit: 'credits', estimate: price, charges: 'acceptance' },
      submission: { version: 1, value },
      correlationId: `${id}-1`,
      sendDeadlineAt: later,
      refusals: [],
    },
    { kind: 'accepted', handle, deadlineAt: later, pollAt },
    { kind: 'progressed', progress: 40, pollAt },
  ];
}
