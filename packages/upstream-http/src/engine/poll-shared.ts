import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import { pollOutcome } from './poll-outcome.ts';
import type { ManyRule, ProviderDescription } from './provider-description.ts';
import type { SharedRead } from './read-pace.ts';
import type { Reading, TaskRead } from './read-task.ts';

/** Returns the outcome of a task in a read that it shares with others; undefined = it has to be read by itself. */
export async function pollShared(
  poll: Pick<ProviderDescription['poll'], 'read'>,
  task: JsonValue,
  { many, shared, read, fit }: Reading & { readonly many: ManyRule; readonly shared: SharedRead },
): Promise<TaskRead | undefined> {
  // Works are named by their tasks.
  const tasks = shared.works.map((work) => z.json().parse(JSON.parse(work)));
  shared.response ??= read(many.request(tasks));
  const { status, json, retryAfterMs } = await shared.response;
  if (status === 429 || status >= 500)
    return {
      outcome: { kind: 'transient', detail: `the provider responded ${status}`, retryAfterMs },
    };
  // One unknown task may be the reason of any other refusal.
  const part = json === undefined || status !== 200 ? undefined : many.partOf(json, task);
  const reading = part === undefined ? undefined : poll.read(part, task);
  if (reading === undefined || reading.kind === 'lost' || reading.kind === 'unclear')
    return undefined;
  return { reading, outcome: pollOutcome(reading, { retryAfterMs, fit }) };
}
