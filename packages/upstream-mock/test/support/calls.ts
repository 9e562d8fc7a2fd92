import type {
  GenerationRequest,
  OpenResultOutcome,
  PollOutcome,
  PreparedSubmission,
  ReadAsset,
  SubmitOutcome,
  UpstreamClient,
  UpstreamHandle,
} from '@filmgate/core';
import { accountOf, type OpenMock } from './open-mock.ts';
import { sampleRequest } from './sample-request.ts';

const never = new AbortController().signal;

/** Overrides of a test for the default submission. */
export interface SubmitWish {
  readonly key?: string;
  readonly correlationId?: string;
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
  readonly readAsset?: ReadAsset;
}

/** Prepares and submits as the gateway does. */
export function submit(
  { client, now }: Pick<OpenMock, 'client' | 'now'>,
  given: Partial<GenerationRequest>,
  wish: SubmitWish = {},
): Promise<SubmitOutcome> {
  const { key = 'key-1', correlationId = 'job-1.1', signal = never } = wish;
  return client.submit({
    account: accountOf(key),
    submission: prepared(client, given, correlationId),
    correlationId,
    deadlineAt: wish.deadlineAt ?? now() + 60_000,
    readAsset: wish.readAsset ?? (() => Promise.reject(new Error('there are no assets'))),
    signal,
  });
}

/** The prepared submission that is saved before it is sent. */
export function prepared(
  client: UpstreamClient,
  given: Partial<GenerationRequest>,
  correlationId: string,
): PreparedSubmission {
  const request = sampleRequest(given);
  const route = { endpoint: 'mock', model: request.family, rank: 1 };
  const account = { id: 'account-1', label: 'one' };
  return client.prepare({ request, route, account, correlationId, noticeUrl: null });
}

/** The handle of a submission that must be accepted. */
export async function accepted(
  mock: OpenMock,
  given: Partial<GenerationRequest>,
  wish: SubmitWish = {},
): Promise<UpstreamHandle> {
  const outcome = await submit(mock, given, wish);
  if (outcome.kind !== 'accepted') throw new Error(`the submission was ${outcome.kind}`);
  return outcome.handle;
}

export function poll(
  mock: Pick<OpenMock, 'client'>,
  handle: UpstreamHandle,
  key = 'key-1',
): Promise<PollOutcome> {
  return mock.client.poll({ account: accountOf(key), handle, signal: never });
}

/** Looks for a submission by its correlation id. */
export function search(
  mock: OpenMock,
  { key = 'key-1', correlationId = 'job-1.1', sentAt = mock.now() } = {},
) {
  return mock.client.reconcile?.({
    account: accountOf(key),
    submission: prepared(mock.client, {}, correlationId),
    correlationId,
    sentBetween: { from: sentAt, to: sentAt },
    isOwned: () => Promise.resolve(false),
    unanswered: () => Promise.resolve([]),
    signal: never,
  });
}

/** Opens the result of a job that must have succeeded. */
export async function openResult(
  mock: OpenMock,
  handle: UpstreamHandle,
): Promise<OpenResultOutcome> {
  const outcome = await poll(mock, handle);
  if (outcome.kind !== 'succeeded') throw new Error(`the job is ${outcome.kind}`);
  const { output } = outcome;
  return mock.client.openResult({ account: accountOf('key-1'), handle, output, signal: never });
}

/** All bytes of an opened result. */
export async function bytesOf(outcome: OpenResultOutcome): Promise<Buffer> {
  if (outcome.kind !== 'opened') throw new Error(`the result is ${outcome.kind}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of outcome.body) pieces.push(piece);
  return Buffer.concat(pieces);
}
