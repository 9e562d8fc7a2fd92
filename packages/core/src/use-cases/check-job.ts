import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { TrailStep } from '../job/trail-step.ts';
import { mostCandidates, type ReportedWork } from '../ports/work-search.ts';
import { pollJob } from './advance/poll-job.ts';
import { reconcileJob } from './advance/reconcile-job.ts';
import type { StepContext } from './advance/step-context.ts';
import { evidencedIds } from './by-hand/evidenced-ids.ts';
import { obstacleTo } from './by-hand/check-act.ts';
import type { Candidate, CheckResult } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Checks a job again, reading the provider where it can be queried. Never submits (I6). */
export async function checkJob(
  ports: GatewayPorts,
  options: GatewayOptions,
  input: { readonly id: string; readonly signal: AbortSignal },
): Promise<CheckResult> {
  const job = typeof input.id === 'string' ? await ports.storage.reader.find(input.id) : undefined;
  if (job === undefined) return { kind: 'not-found' };
  let wasAsked = false;
  let among: readonly ReportedWork[] = [];
  const onAsked = (): void => {
    wasAsked = true;
  };
  const isAsked = (await obstacleTo(ports, 'check', job)) === null;
  const look = job.state === 'outcome_unknown' ? reconcileJob : pollJob;
  const context: StepContext = {
    ports,
    options,
    job,
    claim: null,
    by: 'check',
    signal: input.signal,
    onAsked,
    onCandidates: (reported) => {
      among = reported;
    },
  };
  if (isAsked) await look(context);
  const latest = (await ports.storage.reader.find(input.id)) ?? job;
  const candidates =
    latest.state === 'outcome_unknown'
      ? candidatesFrom(among, await ports.storage.reader.trail(latest.id))
      : [];
  return { kind: 'checked', job: latest, against: wasAsked ? 'upstream' : 'record', candidates };
}

/** Returns the work that the search could not tell apart, and ids from a response that proved nothing. */
function candidatesFrom(
  among: readonly ReportedWork[],
  trail: readonly TrailStep[],
): readonly Candidate[] {
  const listed = among.slice(0, mostCandidates);
  const ids = evidencedIds(trail).filter((id) => listed.every((context) => context.id !== id));
  return [
    ...listed.map((context): Candidate => ({ ...context, source: 'list' })),
    ...ids.map((id): Candidate => ({ id, createdAt: null, compared: [], source: 'response' })),
  ];
}
