import type { JsonValue, PollOutcome } from '@filmgate/core';
import { z } from 'zod';
import { pollOutcome } from './poll-outcome.ts';
import type { ProviderDescription } from './provider-description.ts';
import type { SharedRead } from './read-pace.ts';
import type { Reading } from './read-task.ts';

/** Returns the outcome of a task in a read that it shares with others; undefined = it has to be read by itself. */
export async function pollShared(
  poll: ProviderDescription['poll'],
  task: JsonValue,
  { shared, read, fit }: Reading & { readonly shared: SharedRead },
): Promise<PollOutcome | undefined> {
  const { many } = poll;
  if (many === undefined) return undefined;
  shared.response ??= read(many.request(tasksOf(shared, poll)));
  const { status, json, retryAfterMs } = await shared.response;
  if (status === 429 || status >= 500)
    return { kind: 'transient', detail: `the provider responded ${status}`, retryAfterMs };
  // One unknown task may be the reason of any other refusal.
  const part = json === undefined || status !== 200 ? undefined : many.partOf(json, task);
  const reading = part === undefined ? undefined : poll.read(part, task);
  if (reading === undefined || reading.kind === 'lost' || reading.kind === 'unclear')
    return undefined;
  return pollOutcome(reading, { retryAfterMs, fit });
}

/** Works are named by their tasks; what needs no read is not read. */
function tasksOf({ works }: SharedRead, poll: ProviderDescription['poll']): readonly JsonValue[] {
  return works
    .map((work) => z.json().parse(JSON.parse(work)))
    .filter((task) => poll.request(task) !== undefined);
}
