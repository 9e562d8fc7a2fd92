import { deepStrictEqual, ok } from 'node:assert/strict';
import type {
  GenerationRequest,
  PollOutcome,
  PreparedSubmission,
  SubmitOutcome,
  UpstreamAccount,
  UpstreamClient,
  UpstreamError,
  UpstreamErrorKind,
  UpstreamHandle,
  UpstreamOutput,
} from '@filmgate/core';
import type { UpstreamHarness } from '../upstream-harness.ts';

/** Maximum number of polls of a job at a provider before the kit aborts. */
const mostPolls = 500;

/** Outcome of a client's call; thrown errors are outcomes here, as the port says. */
export type Called<Outcome> = Outcome | { readonly kind: 'thrown'; readonly error: unknown };

export interface SubmitWish {
  readonly account?: UpstreamAccount;
  readonly correlationId?: string;
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
}

/** Prepares a submission, saves and reads it as a store would, and submits it. */
export async function submit(
  harness: UpstreamHarness,
  request: GenerationRequest,
  wish: SubmitWish = {},
): Promise<Called<SubmitOutcome>> {
  const { client, account } = harness;
  const correlationId = wish.correlationId ?? 'correlation-1';
  // A submission that is not staged is sent at once: laws that cancel a submission depend on it.
  const submission =
    client.stage === undefined
      ? savedAndRead(client.prepare(preparing(harness, request, correlationId)))
      : await prepared(harness, request, correlationId);
  return await called(() =>
    client.submit({
      account: wish.account ?? account,
      submission,
      correlationId,
      deadlineAt: wish.deadlineAt ?? harness.now() + 600_000,
      signal: wish.signal ?? new AbortController().signal,
      readAsset: readNothing,
    }),
  );
}

/** The submission as read from a store: staged where the client stages, saved, and read. */
export async function prepared(
  harness: UpstreamHarness,
  request: GenerationRequest,
  correlationId: string,
): Promise<PreparedSubmission> {
  const { client, account, route } = harness;
  const { signal } = new AbortController();
  const order = { account, signal, request, route, correlationId, readAsset: readNothing };
  const outcome = await client.stage?.(order);
  const input = preparing(harness, request, correlationId);
  if (outcome === undefined) return savedAndRead<PreparedSubmission>(client.prepare(input));
  ok(outcome.kind === 'staged', 'what the request refers to was not taken');
  const staged = savedAndRead(outcome.value);
  return savedAndRead<PreparedSubmission>(client.prepare({ ...input, staged }));
}

/** Input of a client's `prepare`. */
export function preparing(
  { account: { id, label }, route }: UpstreamHarness,
  request: GenerationRequest,
  correlationId: string,
): Parameters<UpstreamClient['prepare']>[0] {
  return { request, route, account: { id, label }, correlationId, noticeUrl: null };
}

async function readNothing(): Promise<Uint8Array> {
  return new Uint8Array([1, 2, 3]);
}

/** Starts to submit; a later await gets the outcome, even of a failure that happened before it. */
export function beginSubmit(
  harness: UpstreamHarness,
  request: GenerationRequest,
  wish: SubmitWish = {},
): Promise<Called<SubmitOutcome>> {
  const call = submit(harness, request, wish);
  call.catch(() => {});
  return call;
}

/** The outcome of a call that may wait for its own timeout. */
export async function whileTimePasses<Outcome>(
  harness: UpstreamHarness,
  call: Promise<Outcome>,
): Promise<Outcome> {
  const progress = { done: false };
  const end = () => {
    progress.done = true;
  };
  call.then(end, end);
  for (let step = 0; step < 1_000; step += 1) {
    if (progress.done) break;
    await harness.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await call;
}

/** Submits the request that succeeds; returns the handle as a store returns it. */
export async function submitted(harness: UpstreamHarness): Promise<UpstreamHandle> {
  return handleOf(await submit(harness, harness.requests.succeeds));
}

/** The handle of an accepted submission; fails for any other outcome. */
export function handleOf(outcome: Called<SubmitOutcome>): UpstreamHandle {
  ok(
    outcome.kind === 'accepted' || outcome.kind === 'completed',
    `the submission was ${describeOutcome(outcome)}`,
  );
  return savedAndRead(outcome.handle);
}

/** Polls until the provider reports the end. */
export async function pollToTheEnd(
  harness: UpstreamHarness,
  handle: UpstreamHandle,
): Promise<Called<PollOutcome>> {
  const { minimumPollIntervalMs, visibilityLagMs } = harness.client.capabilities();
  for (let polls = 0; polls < mostPolls; polls += 1) {
    const outcome = await poll(harness, handle);
    if (outcome.kind === 'succeeded' || outcome.kind === 'failed') return outcome;
    const onlyTooEarly =
      outcome.kind === 'lost' && polls * minimumPollIntervalMs <= visibilityLagMs;
    ok(
      outcome.kind === 'pending' || outcome.kind === 'transient' || onlyTooEarly,
      `a read said ${describeOutcome(outcome)}`,
    );
    await harness.advance(Math.max(1_000, minimumPollIntervalMs));
  }
  throw new RangeError(`The job did not end within ${mostPolls} polls.`);
}

/** Polls once. */
export async function poll(
  { client, account }: UpstreamHarness,
  handle: UpstreamHandle,
  signal: AbortSignal = new AbortController().signal,
): Promise<Called<PollOutcome>> {
  return await called(() => client.poll({ account, handle, signal }));
}

/** A finished job's output, as a store returns it. */
export async function outputOf(
  harness: UpstreamHarness,
  handle: UpstreamHandle,
): Promise<UpstreamOutput> {
  const outcome = await pollToTheEnd(harness, handle);
  ok(outcome.kind === 'succeeded', `the job ${describeOutcome(outcome)}`);
  return savedAndRead(outcome.output);
}

/** The call's outcome, or the error it threw. */
export async function called<Outcome>(call: () => Promise<Outcome>): Promise<Called<Outcome>> {
  try {
    return await call();
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

/** The value after a round trip through JSON text, as stores keep it; fails when anything is lost. */
export function savedAndRead<Value>(value: Value): Value {
  const read: unknown = JSON.parse(JSON.stringify(value));
  deepStrictEqual(read, value, 'something in it does not survive being saved as JSON');
  return value;
}

/** Fails unless the error uses its closed set of words and contains no secret. */
export function wellFormed(error: UpstreamError, { account }: UpstreamHarness): void {
  ok(kinds.includes(error.kind), `unknown kind ${error.kind}`);
  ok(
    ['request', 'account', 'model', 'endpoint'].includes(error.scope),
    `unknown scope ${error.scope}`,
  );
  ok(
    ['charged', 'not-charged', 'unknown'].includes(error.charge),
    `unknown charge ${error.charge}`,
  );
  ok(
    error.retryAfterMs === null || (Number.isFinite(error.retryAfterMs) && error.retryAfterMs >= 0),
    'retryAfterMs',
  );
  withoutSecret(error, account);
}

/** Fails when the account's secret appears in the value. */
export function withoutSecret(value: unknown, { secret }: UpstreamAccount): void {
  const text =
    value instanceof Error
      ? `${value.message} ${JSON.stringify(value)} ${String(value.cause)}`
      : JSON.stringify(value);
  if (secret !== null) ok(!text.includes(secret), 'the secret shows in what the client said');
}

export function describeOutcome(outcome: Called<{ readonly kind: string }>): string {
  return outcome.kind === 'thrown' && 'error' in outcome
    ? `thrown: ${String(outcome.error)}`
    : outcome.kind;
}

const kinds: readonly UpstreamErrorKind[] = [
  'policy',
  'invalid',
  'login',
  'forbidden',
  'credits',
  'rate_limited',
  'concurrency',
  'unavailable',
  'internal',
  'protocol',
];
