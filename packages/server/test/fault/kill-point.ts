import type { GatewayPorts, JobState } from '@filmgate/core';
import { z } from 'zod';
import { overlay } from './overlay.ts';

/** The steps of a job's way (architecture §2) a process can be killed at. */
export const steps = [
  'accept',
  'claim',
  'mark',
  'send',
  'receipt',
  'outcome',
  'file',
  'done',
] as const;

/** Where a process kills itself: just before or just after one step first happens. */
export const killPointSchema = z.object({ step: z.enum(steps), when: z.enum(['before', 'after']) });

export type KillPoint = z.infer<typeof killPointSchema>;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive after SIGKILL');
}

/** Runs an act that is a step: dies before it begins, or when it has happened and before anybody is told. */
function dyingAt<A extends unknown[], R>(
  when: KillPoint['when'],
  act: (...input: A) => Promise<R>,
) {
  return async (...input: A): Promise<R> => {
    if (when === 'before') die();
    await act(...input);
    die();
  };
}

const stateOfStep: { readonly [S in KillPoint['step']]?: JobState } = {
  claim: 'prepared',
  outcome: 'storing',
  done: 'completed',
};

/** The ports of a gateway that dies at the given point. */
export function withKillPoint(ports: GatewayPorts, { step, when }: KillPoint): GatewayPorts {
  const { jobs } = ports.storage;
  const wanted = stateOfStep[step];
  const dyingCommit = dyingAt(when, jobs.commit.bind(jobs));
  const killing: Partial<typeof jobs> = {
    ...(step === 'accept' && { acceptJob: dyingAt(when, jobs.acceptJob.bind(jobs)) }),
    ...(step === 'mark' && { markDispatch: dyingAt(when, jobs.markDispatch.bind(jobs)) }),
    ...(step === 'receipt' && { recordReceipt: dyingAt(when, jobs.recordReceipt.bind(jobs)) }),
    ...(wanted !== undefined && {
      commit: (input) => (input.next.state === wanted ? dyingCommit(input) : jobs.commit(input)),
    }),
  };
  return {
    ...ports,
    storage: overlay(ports.storage, { jobs: overlay(jobs, killing) }),
    ...(step === 'send' && { upstreams: dyingUpstreams(ports, when) }),
    ...(step === 'file' && {
      resultBlobs: overlay(ports.resultBlobs, {
        keep: dyingAt(when, ports.resultBlobs.keep.bind(ports.resultBlobs)),
      }),
    }),
  };
}

function dyingUpstreams(
  { upstreams }: GatewayPorts,
  when: KillPoint['when'],
): GatewayPorts['upstreams'] {
  return new Map(
    [...upstreams].map(([name, client]) => [
      name,
      overlay(client, { submit: dyingAt(when, client.submit.bind(client)) }),
    ]),
  );
}
