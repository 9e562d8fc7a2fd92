import type { JsonValue, PollOutcome } from '@filmgate/core';
import { pollOutcome } from './poll-outcome.ts';
import type { JsonResponse, ProviderDescription, ReadCall } from './provider-description.ts';

/** A response to a read, with its JSON if it has any. */
export interface JsonRead {
  readonly status: number;
  readonly json: JsonResponse | undefined;
  readonly retryAfterMs: number | null;
}

/** The parts for reading an endpoint with one account. */
export interface Reading {
  readonly read: (call: ReadCall) => Promise<JsonRead>;
  /** Removes secrets from a text. */
  readonly fit: (words: string) => string;
}

/** A task as it was read, and the meaning; without JSON nothing is reported of it. */
export interface ReadTask {
  readonly json: JsonResponse | undefined;
  readonly outcome: PollOutcome;
}

export async function readTask(
  poll: ProviderDescription['poll'],
  task: JsonValue,
  { read, fit }: Reading,
): Promise<ReadTask> {
  const { json, retryAfterMs, status } = await read(poll.request(task));
  if (json === undefined) {
    const detail = `the provider responded ${status} without JSON`;
    return { json, outcome: { kind: 'transient', detail, retryAfterMs } };
  }
  return { json, outcome: pollOutcome(poll.read(json, task), { retryAfterMs, fit }) };
}
