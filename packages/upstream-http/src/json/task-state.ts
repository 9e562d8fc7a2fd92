import type { JsonValue } from '@filmgate/core';

/** Meanings of the words for the state of a task. */
export type TaskState = 'pending' | 'succeeded' | 'failed';

/**
 * Words that providers and relays document for the states of a task: those of OpenAI, vLLM-Omni, SGLang, new-api, Kling
 * and ModelArk, and of hosts behind relays (fal, Replicate, Runway, MiniMax, Vidu).
 */
const words: { readonly [State in TaskState]: string } = {
  pending:
    'accepted created generating in_progress in_queue not_start pending preparing processing queued queueing running scheduled started starting submitted throttled waiting',
  succeeded: 'complete completed done finished ready succeed succeeded success successful',
  failed: 'aborted canceled cancelled error expired fail failed failure',
};

const meanings: ReadonlyMap<string, TaskState> = new Map(
  (['pending', 'succeeded', 'failed'] as const).flatMap((state) =>
    words[state].split(' ').map((word) => [word, state] as const),
  ),
);

/** Returns the meaning of a state's word, in any spelling: `In progress` is `in_progress`. Undefined for others. */
export function taskStateIn(value: JsonValue | undefined): TaskState | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  return meanings.get(
    value
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
}
