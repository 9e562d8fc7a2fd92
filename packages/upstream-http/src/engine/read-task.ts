import type { JsonValue, PollOutcome } from '@filmgate/core';
import { pollOutcome } from './poll-outcome.ts';
import type { PollReading } from './poll-reading.ts';
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

/** The meaning of a task's read. */
export interface TaskRead {
  readonly outcome: PollOutcome;
  /** Absent = the response cannot be read. */
  readonly reading?: PollReading;
}

/**
 * Reads a task by one call, or by two if its description leaves the result to a second; of a response without JSON
 * nothing is reported.
 */
export async function readTask(
  poll: ProviderDescription['poll'],
  task: JsonValue,
  { read, fit }: Reading,
): Promise<TaskRead & { readonly json: JsonResponse | undefined }> {
  const { first, last, reading } = await readPoll(poll, task, read);
  const { retryAfterMs, status } = last;
  if (reading !== undefined)
    return { json: first.json, reading, outcome: pollOutcome(reading, { retryAfterMs, fit }) };
  const detail = `the provider responded ${status} without JSON`;
  return { json: undefined, outcome: { kind: 'transient', detail, retryAfterMs } };
}

/** Makes the reads of a task and gives their responses to its description; no reading if one was not JSON. */
export async function readPoll(
  poll: ProviderDescription['poll'],
  task: JsonValue,
  read: Reading['read'],
): Promise<{
  readonly first: JsonRead;
  readonly last: JsonRead;
  readonly reading: PollReading | undefined;
}> {
  const request = poll.request(task);
  const first: JsonRead =
    request === undefined
      ? { status: 200, json: { status: 200, body: task }, retryAfterMs: null }
      : await read(request);
  const then = first.json === undefined ? undefined : poll.second?.(first.json, task);
  const second = then === undefined ? undefined : await read(then);
  const isWhole = first.json !== undefined && (second === undefined || second.json !== undefined);
  const reading = isWhole ? poll.read(first.json, task, second?.json) : undefined;
  return { first, last: second ?? first, reading };
}
