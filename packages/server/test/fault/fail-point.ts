import {
  type GatewayPorts,
  type JobState,
  type JobStore,
  StorageUnavailable,
  type UpstreamClient,
} from '@filmgate/core';
import { z } from 'zod';
import { overlay } from './overlay.ts';

/** Steps of a job (ARCHITECTURE, Submission protocol) at which something can fail. */
const steps = ['accept', 'claim', 'record', 'send', 'receipt', 'outcome', 'file', 'done'] as const;

/** Steps of reading a job: a poll, the fetch of the video, the video opened for its owner. */
const readSteps = ['poll', 'fetch', 'serve'] as const;

/**
 * Point of a single failure: just before a step first happens, or just after it, before its caller is notified. The
 * process dies, the act throws, or it takes longer than a lease lasts.
 */
export const failPointSchema = z.object({
  step: z.enum([...steps, ...readSteps]),
  when: z.enum(['before', 'after']),
  how: z.enum(['kill', 'throw', 'hang']),
});

export type FailPoint = z.infer<typeof failPointSchema>;

/** Every step, before and after, each failing in this way. */
export function pointsOf<How extends FailPoint['how']>(how: How) {
  return steps.flatMap((step) =>
    (['before', 'after'] as const).map((when) => ({ step, when, how, name: `${when} ${step}` })),
  );
}

/** Failure at a point, and its jobs. */
interface Failing {
  readonly point: FailPoint;
  /** The jobs whose prompt contains it; every job when it is empty. */
  readonly prompt: string;
  /** Duration of a hang, in ms. */
  readonly hangMs?: number;
  /** True if every matching act fails, and not only the first. */
  readonly isRepeated?: boolean;
  /** Called when the failure happens. */
  readonly onReached?: () => void;
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive after SIGKILL');
}

/** A failure of the first matching act, or of every one. */
class Failure {
  readonly #failing: Failing;
  #isOver = false;

  constructor(failing: Failing) {
    this.#failing = failing;
  }

  /** Runs the act with the failure before or after it. */
  async around<R>(act: () => Promise<R>): Promise<R> {
    const { when } = this.#failing.point;
    if (when === 'before') await this.#befall();
    const result = await act();
    if (when === 'after') await this.#befall();
    return result;
  }

  async #befall(): Promise<void> {
    const { point, hangMs = 0, isRepeated = false, onReached } = this.#failing;
    if (this.#isOver && !isRepeated) return;
    this.#isOver = true;
    onReached?.();
    if (point.how === 'kill') die();
    if (point.how === 'throw') throw faultAt(point);
    await new Promise((resolve) => {
      setTimeout(resolve, hangMs);
    });
  }
}

/** Stores and files report that they are unavailable; an upstream client may throw anything. */
function faultAt({ step, when }: FailPoint): Error {
  const message = `failed on purpose, ${when} ${step}`;
  if (isCall(step)) return new Error(message);
  return new StorageUnavailable(message, { applied: when === 'before' ? 'no' : 'unknown' });
}

const stateOfStep: { readonly [S in FailPoint['step']]?: JobState } = {
  outcome: 'storing',
  done: 'completed',
};

/** Wraps the ports of a gateway so that an operation fails once. */
export function withFailPoint(ports: GatewayPorts, failing: Failing): GatewayPorts {
  const { step } = failing.point;
  const failure = new Failure(failing);
  const known = new Set<string>();
  const concerns = (id: string): boolean => failing.prompt === '' || known.has(id);
  const { jobs } = ports.storage;
  const { resultBlobs } = ports;
  return {
    ...ports,
    storage: overlay(ports.storage, {
      jobs: overlay(jobs, {
        ...knowing(jobs, failing, { known, failure }),
        ...failingActs(jobs, { step, failure, concerns }),
        ...(step === 'claim' && {
          claimDue: failingClaims(jobs, failing, { known, failure, concerns }),
        }),
      }),
    }),
    ...(isCall(step) && { upstreams: failingUpstreams(ports, step, { failure, concerns }) }),
    ...(step === 'file' && {
      resultBlobs: overlay(resultBlobs, {
        commit: (blob) => {
          const commit = () => resultBlobs.commit(blob);
          return known.size > 0 ? failure.around(commit) : commit();
        },
      }),
    }),
    ...(step === 'serve' && {
      resultBlobs: overlay(resultBlobs, {
        open: (sha256) => failure.around(() => resultBlobs.open(sha256)),
      }),
    }),
  };
}

/** Acceptance, where jobs are known by their prompt. */
function knowing(
  jobs: JobStore,
  { point, prompt }: Failing,
  { known, failure }: { readonly known: Set<string>; readonly failure: Failure },
): Pick<JobStore, 'acceptJob'> {
  return {
    acceptJob: (input) => {
      if (!input.job.request.prompt.includes(prompt)) return jobs.acceptJob(input);
      const accept = async () => {
        const outcome = await jobs.acceptJob(input);
        if (outcome.kind === 'accepted') known.add(input.job.id);
        return outcome;
      };
      return point.step === 'accept' ? failure.around(accept) : accept();
    },
  };
}

function failingActs(
  jobs: JobStore,
  {
    step,
    failure,
    concerns,
  }: {
    readonly step: FailPoint['step'];
    readonly failure: Failure;
    readonly concerns: (id: string) => boolean;
  },
): Partial<JobStore> {
  const state = stateOfStep[step];
  const either = <R>(isIt: boolean, act: () => Promise<R>) => (isIt ? failure.around(act) : act());
  return {
    ...(step === 'record' && {
      recordDispatch: (input) => either(concerns(input.from.id), () => jobs.recordDispatch(input)),
    }),
    ...(step === 'receipt' && {
      recordReceipt: (input) => either(concerns(input.jobId), () => jobs.recordReceipt(input)),
    }),
    ...(state !== undefined && {
      commit: (input) =>
        either(input.next.state === state && concerns(input.from.id), () => jobs.commit(input)),
    }),
  };
}

/**
 * Claims are requested repeatedly: the first after an acceptance fails before, the first that returns one of these jobs
 * after.
 */
function failingClaims(
  jobs: JobStore,
  { point }: Failing,
  {
    known,
    failure,
    concerns,
  }: {
    readonly known: ReadonlySet<string>;
    readonly failure: Failure;
    readonly concerns: (id: string) => boolean;
  },
): JobStore['claimDue'] {
  return async (input) => {
    if (point.when === 'before' && known.size > 0)
      return failure.around(() => jobs.claimDue(input));
    const claims = await jobs.claimDue(input);
    return point.when === 'after' && claims.some(({ job }) => concerns(job.id))
      ? failure.around(() => Promise.resolve(claims))
      : claims;
  };
}

type CallStep = Extract<FailPoint['step'], 'send' | 'poll' | 'fetch'>;

function isCall(step: FailPoint['step']): step is CallStep {
  return step === 'send' || step === 'poll' || step === 'fetch';
}

function failingUpstreams(
  { upstreams }: GatewayPorts,
  step: CallStep,
  { failure, concerns }: { readonly failure: Failure; readonly concerns: (id: string) => boolean },
): GatewayPorts['upstreams'] {
  const failingCall = (client: UpstreamClient): Partial<UpstreamClient> => ({
    ...(step === 'send' && {
      submit: (input) =>
        concerns(input.correlationId.split('.')[0] ?? '')
          ? failure.around(() => client.submit(input))
          : client.submit(input),
    }),
    // These calls name no job: the first one fails.
    ...(step === 'poll' && { poll: (input) => failure.around(() => client.poll(input)) }),
    ...(step === 'fetch' && {
      openResult: (input) => failure.around(() => client.openResult(input)),
    }),
  });
  return new Map(
    [...upstreams].map(([name, client]) => [name, overlay(client, failingCall(client))]),
  );
}
