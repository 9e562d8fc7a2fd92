import type { JsonValue, ReconcileOutcome, UpstreamHandle } from '@filmgate/core';
import { matchCandidates, type SendWindow } from './match-candidates.ts';
import { handleOf } from './prepared-call.ts';
import type {
  FindRule,
  JsonAnswer,
  ListedPage,
  ListedTask,
  PreparedCall,
  ReadCall,
} from './provider-description.ts';

/** Pages of a list that one search reads at most. */
const mostPages = 50;

/** A lost submission, and how to ask for it. */
export interface Search {
  readonly correlationId: string;
  /** Undefined when its saved form cannot be read. */
  readonly call: PreparedCall | undefined;
  readonly sentBetween: SendWindow;
  readonly isOwned: (handle: UpstreamHandle) => Promise<boolean>;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** One read; undefined when the answer was not JSON. */
  readonly read: (call: ReadCall) => Promise<JsonAnswer | undefined>;
}

type OwnId = Extract<FindRule, { readonly kind: 'own-id' }>;

/** Looks for a submission whose answer was lost, as its provider lets one look. */
export async function findTask(rule: FindRule, search: Search): Promise<ReconcileOutcome> {
  return rule.kind === 'own-id' ? await findByName(rule, search) : await findInList(rule, search);
}

async function findByName(rule: OwnId, search: Search): Promise<ReconcileOutcome> {
  const { correlationId, call, sentBetween, isOwned, now } = search;
  if (call === undefined) return { kind: 'cannot-ask' };
  const answer = await search.read(rule.request(correlationId, call));
  const named = answer === undefined ? undefined : rule.read(answer, correlationId, call);
  if (named === 'cannot-ask') return { kind: 'cannot-ask' };
  if (named === undefined) return unread(answer);
  const unowned = await withoutOwned(named, isOwned);
  const [only, ...others] = unowned;
  if (others.length > 0) return { kind: 'ambiguous', candidates: unowned.length };
  if (only !== undefined) return { kind: 'found', handle: only };
  if (named.length === 0 && provesAbsence(rule, sentBetween, now())) return { kind: 'absent' };
  return { kind: 'transient', detail: 'the search shows nothing yet' };
}

/** Whether what is not there by now was never accepted. */
function provesAbsence(
  { absenceAfterMs, absenceUntilMs = Number.POSITIVE_INFINITY }: OwnId,
  { from, to }: SendWindow,
  now: number,
): boolean {
  return absenceAfterMs !== null && now - to > absenceAfterMs && now - from < absenceUntilMs;
}

/** The handles of different tasks that no job owns. */
async function withoutOwned(
  tasks: readonly JsonValue[],
  isOwned: Search['isOwned'],
): Promise<readonly UpstreamHandle[]> {
  const kept = new Map<string, UpstreamHandle>();
  for (const task of tasks) {
    const handle = handleOf(task);
    if (handle !== undefined && !(await isOwned(handle))) kept.set(JSON.stringify(handle), handle);
  }
  return [...kept.values()];
}

async function findInList(
  rule: Extract<FindRule, { readonly kind: 'list' }>,
  { call, sentBetween, isOwned, read }: Search,
): Promise<ReconcileOutcome> {
  if (call === undefined) return { kind: 'cannot-ask' };
  const tasks: ListedTask[] = [];
  let next: ReadCall | null = rule.firstPage(sentBetween);
  for (let page = 0; next !== null; page += 1) {
    if (page === mostPages)
      return { kind: 'transient', detail: `the list is longer than ${mostPages} pages` };
    const answer: JsonAnswer | undefined = await read(next);
    const listed: ListedPage | undefined =
      answer === undefined ? undefined : rule.read(answer, call, next);
    if (listed === undefined) return unread(answer);
    tasks.push(...listed.tasks);
    next = listed.next;
  }
  return await matchCandidates(tasks, sentBetween, isOwned);
}

function unread(answer: JsonAnswer | undefined): ReconcileOutcome {
  const said = answer === undefined ? 'no JSON' : String(answer.status);
  return { kind: 'transient', detail: `the search answered ${said}` };
}
