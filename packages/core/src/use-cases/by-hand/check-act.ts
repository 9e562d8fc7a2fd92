import { match } from 'ts-pattern';
import { isBeingSent } from '../../job/turn-to-repeat.ts';
import type { Job } from '../../job/job.ts';
import type { GatewayPorts } from '../../ports/gateway-ports.ts';
import type { JobReader } from '../../ports/job-reader.ts';

/** Acts of an operator on a job, or on many in turn. */
export const handActs = ['check', 'cancel', 'resolve'] as const;
export type HandAct = (typeof handActs)[number];

/**
 * Reasons why an act leaves a job unchanged: its provider knows nothing new of it, it may have been sent, its outcome
 * is not unknown, or its submission is under way.
 */
export const actObstacles = ['nothing-to-ask', 'maybe-sent', 'not-unknown'] as const;
export type ActObstacle = (typeof actObstacles)[number];

export type CheckActResult =
  | {
      readonly kind: 'checked';
      readonly job: Job;
      /** Reason why the act would leave the job unchanged; null = it would be done. */
      readonly obstacle: ActObstacle | null;
    }
  | { readonly kind: 'not-found' };

/** The parts of the gateway's ports that decide on an act. */
interface Records {
  readonly clock: Pick<GatewayPorts['clock'], 'now'>;
  readonly storage: { readonly reader: Pick<JobReader, 'dispatches' | 'find'> };
}

export async function checkAct(
  ports: Records,
  { id, act }: { readonly id: string; readonly act: HandAct },
): Promise<CheckActResult> {
  const job = await ports.storage.reader.find(id);
  if (job === undefined) return { kind: 'not-found' };
  return { kind: 'checked', job, obstacle: await obstacleTo(ports, act, job) };
}

/** Returns what prevents an act on a job in its present state; null when nothing does. */
export async function obstacleTo(
  { storage, clock }: Records,
  act: HandAct,
  job: Job,
): Promise<ActObstacle | null> {
  switch (act) {
    case 'check':
      return isAtEndpoint(job) ? null : 'nothing-to-ask';
    case 'cancel':
      return (await isUnsent(storage.reader, job)) ? null : 'maybe-sent';
    case 'resolve':
      return job.state === 'outcome_unknown' && !isBeingSent(job, clock.now())
        ? null
        : 'not-unknown';
  }
}

function isAtEndpoint({ state }: Job): boolean {
  return match(state)
    .with('submitted', 'polling', 'outcome_unknown', () => true)
    .with(
      'queued',
      'awaiting_configuration',
      'prepared',
      'dispatching',
      'storing',
      'completed',
      'failed',
      () => false,
    )
    .exhaustive();
}

/** A job that waits although a dispatch of it is recorded may have been sent: see `callPossiblySent`. */
async function isUnsent(reader: Pick<JobReader, 'dispatches'>, job: Job): Promise<boolean> {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return false;
  const dispatches = await reader.dispatches(job.id);
  return dispatches.every(({ refusal }) => refusal !== null);
}
