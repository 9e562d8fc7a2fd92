import type { JsonValue, UpstreamErrorKind } from '@filmgate/core';
import { z } from 'zod';
import type { JsonResponse, OutputLocation, PollReading } from '../engine/provider-description.ts';
import { figuresIn, objectIn } from '../json/json-fields.ts';
import type { Dialect } from './dialect.ts';
import { readRefusal } from './refusals.ts';

const longestId = 500;
const taskSchema = z.object({ id: z.string().min(1).max(longestId) });
const linksSchema = z.object({
  url: z.string().nullish(),
  video_url: z.string().nullish(),
  metadata: z.object({ url: z.string().nullish() }).nullish(),
});
const stateSchema = taskSchema.extend({
  status: z.string(),
  progress: z.number().nullish(),
  expires_at: z.number().nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
type State = z.infer<typeof stateSchema>;

/** Words of the dialects for the four states (OpenAI: queued, in_progress, completed, failed). */
const meanings: ReadonlyMap<string, 'pending' | 'succeeded' | 'failed'> = new Map([
  ...wordsFor('pending', 'queued', 'pending', 'submitted', 'in_queue'),
  ...wordsFor('pending', 'in_progress', 'processing', 'running', 'generating'),
  ...wordsFor('succeeded', 'completed', 'succeeded', 'success'),
  ...wordsFor('failed', 'failed', 'failure', 'error', 'cancelled', 'canceled', 'expired'),
]);

function wordsFor<const Meaning>(meaning: Meaning, ...words: readonly string[]) {
  return words.map((word): [string, Meaning] => [word, meaning]);
}

const policyCodes: ReadonlySet<string> = new Set([
  'content_policy_violation',
  'moderation_blocked',
  'content_rejected',
]);

/** The task an acceptance names. */
export function readTask({ body }: Pick<JsonResponse, 'body'>): JsonValue | undefined {
  return taskSchema.safeParse(body).data;
}

/** The path of a task below the base URL. */
export function taskPath(task: JsonValue): string {
  return `/videos/${encodeURIComponent(taskSchema.parse(task).id)}`;
}

/** What the response to a read says of the task. */
export function readPoll(dialect: Dialect, response: JsonResponse, task: JsonValue): PollReading {
  if (isMissing(dialect, response)) return { kind: 'lost' };
  const { data: state } = stateSchema.safeParse(response.body);
  if (response.status !== 200 || state === undefined)
    return { kind: 'unclear', detail: `the read answered ${response.status}` };
  if (state.id !== taskSchema.parse(task).id)
    return { kind: 'unclear', detail: 'it spoke of another task' };
  switch (meanings.get(state.status.toLowerCase()) ?? 'unknown') {
    case 'pending':
      return { kind: 'pending', progress: state.progress ?? null };
    case 'succeeded':
      return readSuccess(dialect, response.body, state);
    case 'failed':
      return { kind: 'failed', error: errorOf(dialect, state) };
    case 'unknown':
      return { kind: 'unclear', detail: `it named a state that is not known: ${state.status}` };
  }
}

function readSuccess(dialect: Dialect, body: JsonValue, state: State): PollReading {
  const at = dialect.result === 'content' ? `${taskPath({ id: state.id })}/content` : linkOf(body);
  if (at === undefined) return { kind: 'unclear', detail: 'it is finished, and no video is named' };
  const kind = dialect.result === 'content' ? 'own' : 'foreign';
  const expires = state.expires_at ?? null;
  const kept: Pick<OutputLocation, 'keptUntil'> =
    expires === null ? {} : { keptUntil: expires * 1000 };
  const effective = figuresIn(objectIn(body), ['seconds', 'size']);
  const output = { kind, at, ...kept } as const;
  return { kind: 'succeeded', output, ...(effective !== undefined && { effective }) };
}

function linkOf(body: JsonValue): string | undefined {
  const { data } = linksSchema.safeParse(body);
  return data?.url ?? data?.video_url ?? data?.metadata?.url ?? undefined;
}

function errorOf({ like }: Dialect, { status, error }: State) {
  const code = error?.code ?? null;
  const kind: UpstreamErrorKind = policyCodes.has(code ?? '') ? 'policy' : 'internal';
  const detail = `${code ?? status}: ${error?.message ?? 'it did not say why'}`;
  if (like === 'standard') return { kind, charge: 'unknown', detail } as const;
  const charge = code === 'outcome_ruled_charged' ? 'charged' : 'not-charged';
  return { kind, charge, detail } as const;
}

/** Whether a response says that there is no such task. A route that is missing says nothing of tasks. */
function isMissing({ like }: Dialect, response: JsonResponse): boolean {
  const refusal = response.status === 404 ? readRefusal(response) : undefined;
  if (refusal === undefined) return false;
  if (like === 'filmgate') return refusal.code === 'job_not_found';
  return refusal.code !== null || refusal.message !== 'Not Found';
}

/** Whether the response to a read of its video says that it is no more. */
export function isGone(dialect: Dialect, response: JsonResponse): boolean {
  if (response.status === 410) return readRefusal(response) !== undefined;
  return dialect.like === 'filmgate' && isMissing(dialect, response);
}
