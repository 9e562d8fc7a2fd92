import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type {
  GenerationRequest,
  OpenResultOutcome,
  PollOutcome,
  PreparedSubmission,
  SubmitOutcome,
  UpstreamAccount,
  UpstreamClient,
  UpstreamError,
  UpstreamHandle,
} from '@filmgate/core';
import { createJobFactory } from '../../src/job/job-factory.ts';
import type { UpstreamHarness } from '../../src/upstream-harness.ts';

const runMs = 5_000;
/** Maximum duration of this provider's videos, in seconds. */
const longestSeconds = 60;
const file = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);

const fileTag = '"the-file"';

interface UpstreamJob {
  readonly id: string;
  readonly correlationId: string;
  readonly prompt: string;
  readonly acceptedAt: number;
}

/** A provider in memory, on which the laws of the client port are tried. */
export class MemoryProvider {
  now = 1_750_000_000_000;
  readonly jobs: UpstreamJob[] = [];

  accept(correlationId: string, prompt: string): UpstreamJob {
    const job = { id: `task-${this.jobs.length + 1}`, correlationId, prompt, acceptedAt: this.now };
    this.jobs.push(job);
    return job;
  }
}

const account: UpstreamAccount = { id: 'account-1', label: 'One', secret: 'canary-secret-1' };
const lockedOutAccount: UpstreamAccount = {
  id: 'account-2',
  label: 'Two',
  secret: 'canary-secret-2',
};

function refusal(kind: UpstreamError['kind'], scope: UpstreamError['scope']): UpstreamError {
  return {
    kind,
    scope,
    charge: 'not-charged',
    retryAfterMs: null,
    detail: `the provider said ${kind}`,
  };
}

/** The prompt a saved submission would send. */
export function promptOf({ value }: PreparedSubmission): string {
  const prompt =
    typeof value === 'object' && value !== null && 'prompt' in value ? value['prompt'] : '';
  return typeof prompt === 'string' ? prompt : '';
}

type Input<Method extends 'submit' | 'poll' | 'openResult'> = Parameters<UpstreamClient[Method]>[0];

function jobOf({ jobs }: MemoryProvider, { value }: UpstreamHandle): UpstreamJob | undefined {
  const task =
    typeof value === 'object' && value !== null && 'task' in value ? value['task'] : null;
  return jobs.find(({ id }) => id === task);
}

/** A careful client of the provider. */
function createMemoryClient(endpoint: MemoryProvider): UpstreamClient {
  return {
    capabilities: () => ({
      endpoint: 'memory',
      minimumPollIntervalMs: 1_000,
      visibilityLagMs: 0,
      reconcileAfterMs: 0,
      handlesBelongTo: 'account',
      findsBy: 'own-id',
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: ({ request: { durationSeconds } }) =>
      (durationSeconds ?? 0) <= longestSeconds
        ? { kind: 'accepted', size: null }
        : { kind: 'not-accepted', parameter: 'durationSeconds', reason: 'is too long' },
    prepare: ({ request: { prompt }, route: { model }, correlationId }) => ({
      version: 1,
      value: { prompt, model, correlationId },
    }),
    submit: async (input) => submit(endpoint, input),
    poll: async (input) => poll(endpoint, input),
    openResult: async (input) => openResult(endpoint, input),
    reconcile: async ({ correlationId, isOwned, signal }) => {
      if (signal.aborted) return { kind: 'transient', detail: 'cancelled' };
      const named = endpoint.jobs.filter((one) => one.correlationId === correlationId);
      if (named.length === 0) return { kind: 'absent' };
      const handles = named.map(({ id }) => ({ version: 1, value: { task: id } }));
      const owned = await Promise.all(handles.map(isOwned));
      const [handle, ...others] = handles.filter((_, index) => owned[index] !== true);
      if (handle === undefined) return { kind: 'transient', detail: 'it is another job’s' };
      if (others.length > 0) return { kind: 'ambiguous', candidates: others.length + 1 };
      return { kind: 'found', handle };
    },
    lookUp: async ({ id, account: on, signal }) => {
      const handle = { version: 1, value: { task: id } };
      const outcome = poll(endpoint, { handle, account: on, signal });
      return { kind: 'read', handle, work: { id, createdAt: null, compared: [] }, outcome };
    },
    probe: async ({ account: { id }, signal }) => {
      if (signal.aborted) return { kind: 'unreadable', detail: 'cancelled' };
      return id === account.id ? { kind: 'ready', credits: 100 } : { kind: 'login-required' };
    },
  };
}

function submit(endpoint: MemoryProvider, input: Input<'submit'>): SubmitOutcome {
  if (input.signal.aborted || endpoint.now > input.deadlineAt) {
    return { kind: 'rejected', error: refusal('unavailable', 'request') };
  }
  if (input.account.id !== account.id)
    return { kind: 'rejected', error: refusal('login', 'account') };
  const prompt = promptOf(input.submission);
  if (prompt === 'refuse') return { kind: 'rejected', error: refusal('policy', 'request') };
  const job = endpoint.accept(input.correlationId, prompt);
  if (prompt === 'reset') throw new Error('the connection was reset');
  if (prompt === 'garbled') return { kind: 'unknown', detail: 'the answer made no sense' };
  return { kind: 'accepted', handle: { version: 1, value: { task: job.id } } };
}

function poll(endpoint: MemoryProvider, { handle, signal }: Input<'poll'>): PollOutcome {
  if (signal.aborted) return { kind: 'transient', detail: 'cancelled', retryAfterMs: null };
  const job = jobOf(endpoint, handle);
  if (job === undefined) return { kind: 'lost' };
  const progress = Math.floor(((endpoint.now - job.acceptedAt) / runMs) * 100);
  if (progress < 100) return { kind: 'pending', progress, retryAfterMs: null };
  if (job.prompt === 'fail') return { kind: 'failed', error: refusal('internal', 'request') };
  return { kind: 'succeeded', output: { mediaType: 'video', value: { file: job.id } } };
}

function openResult(
  endpoint: MemoryProvider,
  { handle, signal, resume }: Input<'openResult'>,
): OpenResultOutcome {
  if (signal.aborted || jobOf(endpoint, handle) === undefined) {
    return { kind: 'unavailable', detail: 'no such file' };
  }
  const startsAt = resume?.validator === fileTag ? resume.offset : 0;
  const body = inTwo(file.subarray(startsAt));
  const { length } = file;
  return { kind: 'opened', body, length, contentType: 'video/mp4', startsAt, validator: fileTag };
}

async function* inTwo(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 1_000);
  yield bytes.subarray(1_000);
}

/** The client's request over HTTP: resolves with the status. */
export type Send = (method: 'GET' | 'POST', url: string) => Promise<number>;

/** Over a separate connection, and never to where a response redirects. */
const sendOnce: Send = async (method, url) => {
  const sent = request(url, { method, agent: false }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  response?.resume();
  return response?.statusCode ?? 0;
};

function responseOf(status: number): SubmitOutcome {
  return status === 422
    ? { kind: 'rejected', error: refusal('policy', 'request') }
    : { kind: 'unknown', detail: `answered ${status}` };
}

function readingOf(status: number): PollOutcome {
  return status === 404
    ? { kind: 'lost' }
    : { kind: 'transient', detail: `answered ${status}`, retryAfterMs: null };
}

/** A harness around a memory provider and a decoration of its client. */
export async function openMemoryUpstream(
  decorate: (client: UpstreamClient, endpoint: MemoryProvider) => UpstreamClient = (client) =>
    client,
  send: Send = sendOnce,
): Promise<UpstreamHarness> {
  const endpoint = new MemoryProvider();
  const asked = (prompt: string): GenerationRequest =>
    createJobFactory().newJob({ prompt }).request;
  return {
    route: { endpoint: 'memory', model: 'reel-1', rank: 1 },
    client: decorate(createMemoryClient(endpoint), endpoint),
    clientAt: (baseUrl) => ({
      ...createMemoryClient(endpoint),
      submit: async () => responseOf(await send('POST', baseUrl)),
      poll: async () => readingOf(await send('GET', baseUrl)),
    }),
    account,
    lockedOutAccount,
    requests: {
      succeeds: asked('a boat'),
      fails: asked('fail'),
      refused: asked('refuse'),
      responseLost: [asked('reset'), asked('garbled')],
    },
    acceptTwin: async (correlationId) => {
      endpoint.accept(correlationId, 'a boat');
    },
    strangeHandle: { version: 1, value: { task: 'task-none' } },
    accepted: async () => endpoint.jobs.length,
    now: () => endpoint.now,
    advance: async (ms) => {
      endpoint.now += ms;
    },
    dispose: async () => {},
  };
}
