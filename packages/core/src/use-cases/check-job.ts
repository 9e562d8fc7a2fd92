import { match } from 'ts-pattern';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { pollJob } from './advance/poll-job.ts';
import { reconcileJob } from './advance/reconcile-job.ts';
import type { StepResult, Work } from './advance/work.ts';
import type { CheckResult } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Looks at a job again, reading the upstream where there is something to ask. Never submits (I6). */
export async function checkJob(
  ports: GatewayPorts,
  options: GatewayOptions,
  input: { readonly id: string; readonly signal: AbortSignal },
): Promise<CheckResult> {
  const job = typeof input.id === 'string' ? await ports.storage.reader.find(input.id) : undefined;
  if (job === undefined) return { kind: 'not-found' };
  let wasAsked = false;
  const onAsked = (): void => {
    wasAsked = true;
  };
  await look({
    ports,
    options,
    job,
    claim: null,
    by: 'check',
    signal: input.signal,
    onAsked,
  });
  const latest = (await ports.storage.reader.find(input.id)) ?? job;
  return { kind: 'checked', job: latest, against: wasAsked ? 'upstream' : 'record' };
}

async function look(work: Work): Promise<void> {
  await match(work.job.state)
    .returnType<Promise<StepResult> | undefined>()
    .with('submitted', 'polling', () => pollJob(work))
    .with('outcome_unknown', () => reconcileJob(work))
    .with(
      'queued',
      'awaiting_configuration',
      'prepared',
      'dispatching',
      'storing',
      'completed',
      'failed',
      () => undefined,
    )
    .exhaustive();
}
