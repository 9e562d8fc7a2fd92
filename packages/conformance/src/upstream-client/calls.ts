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

/** Turns given to an upstream job before the kit gives it up. */
const mostPolls = 500;

/** What a client's call came to; thrown things are outcomes here, as the port says. */
export type Called<Outcome> = Outcome | { readonly kind: 'thrown'; readonly error: unknown };

export interface SubmitWish {
  readonly account?: UpstreamAccount;
  readonly correlationId?: string;
  readonly deadlineAt?: number;
  readonly signal?: AbortSignal;
}

/** Prepares, saves and reads back as a store would, and submits. */
export async function submit(
  harness: UpstreamHarness,
  request: GenerationRequest,
  wish: SubmitWish = {},
): Promise<Called<SubmitOutcome>> {
  const { client, account } = harness;
  const correlationId = wish.correlationId ?? 'correlation-1';
  // What is not staged is sent at once: laws that cancel a submission count on it.
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

/** What a store gives back of the submission: staged where the client stages, saved, and read. */
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

/** What a client is told to prepare. */
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

/** Begins to submit; a later await gets the outcome, even of a failure that happened before it. */
export function beginSubmit(
  harness: UpstreamHarness,
  request: GenerationRequest,
  wish: SubmitWish = {},
): Promise<Called<SubmitOutcome>> {
  const call = submit(harness, request, wish);
  call.catch(() => {});
  return call;
}

/** The outcome of a call that may wait for its own time-out. */
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

/** Submits the request that succeeds; the handle as a store gives it back. */
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

/** Polls until the upstream says how it ended. */
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

/** One read. */
export async function poll(
  { client, account }: UpstreamHarness,
  handle: UpstreamHandle,
  signal: AbortSignal = new AbortController().signal,
): Promise<Called<PollOutcome>> {
  return await called(() => client.poll({ account, handle, signal }));
}

/** A finished job's output, as a store gives it back. */
export async function outputOf(
  harness: UpstreamHarness,
  handle: UpstreamHandle,
): Promise<UpstreamOutput> {
  const outcome = await pollToTheEnd(harness, handle);
  ok(outcome.kind === 'succeeded', `the job ${describeOutcome(outcome)}`);
  return savedAndRead(outcome.output);
}

/** The call's outcome, or what it threw. */
export async function called<Outcome>(call: () => Promise<Outcome>): Promise<Called<Outcome>> {
  try {
    return await call();
  } catch (error) {
    return { kind: 'thrown', error };
  }
}

/** The value after a way through JSON text, as stores keep it; fails when anything is lost on the way. */
export function savedAndRead<Value>(value: Value): Value {
  const read: unknown = JSON.parse(JSON.stringify(value));
  deepStrictEqual(read, value, 'something in it does not survive being saved as JSON');
  return value;
}

/** Fails unless the error keeps to its closed words and holds no secret. */
export function wellFormed(error: UpstreamError, { account }: UpstreamHarness): void {
  ok(kinds.includes(error.kind), `unknown kind ${error.kind}`);
  ok(
    ['request', 'account', 'model', 'provider'].includes(error.scope),
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

/** Fails when the account's secret shows in the value. */
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
