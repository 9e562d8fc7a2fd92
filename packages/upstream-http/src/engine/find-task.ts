import type {
  JsonValue,
  ReconcileOutcome,
  UnansweredSubmission,
  UpstreamHandle,
} from '@filmgate/core';
import { ambiguousAmong, type Tell } from './ambiguous-among.ts';
import { isWithin, matchCandidates, type SendWindow } from './match-candidates.ts';
import { handleOf, readCall } from './prepared-call.ts';
import type {
  FindRule,
  JsonResponse,
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
  /** Other submissions of the place without a response; undefined when they are too many. */
  readonly unanswered: () => Promise<readonly UnansweredSubmission[] | undefined>;
  readonly tell: Tell;
  /** Wall clock in ms. */
  readonly now: () => number;
  /** One read; undefined when the response was not JSON. */
  readonly read: (call: ReadCall) => Promise<JsonResponse | undefined>;
}

type InList = Extract<FindRule, { readonly kind: 'list' }>;
type OwnId = Extract<FindRule, { readonly kind: 'own-id' }>;

/** Looks for a submission whose response was lost, as its provider lets one look. */
export async function findTask(rule: FindRule, search: Search): Promise<ReconcileOutcome> {
  return rule.kind === 'own-id' ? await findByName(rule, search) : await findInList(rule, search);
}

async function findByName(rule: OwnId, search: Search): Promise<ReconcileOutcome> {
  const { call, sentBetween, isOwned, now } = search;
  if (call === undefined) return { kind: 'cannot-ask' };
  const { named, response } = await readNamed(rule, { ...search, call });
  if (named === 'cannot-ask') return { kind: 'cannot-ask' };
  if (named === undefined) return unread(response);
  const unowned = await withoutOwned(named, isOwned);
  const [only, ...others] = unowned;
  if (others.length > 0)
    return ambiguousAmong(
      unowned.map(({ value: task }) => ({ task, createdAt: null })),
      search.tell,
    );
  if (only !== undefined) return { kind: 'found', handle: only };
  if (named.length === 0 && provesAbsence(rule, sentBetween, now())) return { kind: 'absent' };
  return {
    kind: 'transient',
    detail: 'the search shows nothing yet',
    ...(named.length === 0 && { isEmpty: true }),
  };
}

async function readNamed(
  rule: OwnId,
  {
    correlationId,
    call,
    read,
  }: Pick<Search, 'correlationId' | 'read'> & { readonly call: PreparedCall },
) {
  const response = await read(rule.request(correlationId, call));
  return {
    response,
    named: response === undefined ? undefined : rule.read(response, correlationId, call),
  };
}

/** What a place shows at once under the name of a submission it refused; undefined when it could not be read, or shows several. */
export async function findNamed(
  rule: OwnId,
  search: Parameters<typeof readNamed>[1],
): Promise<UpstreamHandle | null | undefined> {
  const { named } = await readNamed(rule, search);
  if (named === undefined || named === 'cannot-ask') return undefined;
  const handles = await withoutOwned(named, async () => false);
  const [only = null, ...others] = handles;
  return others.length > 0 || handles.length < named.length ? undefined : only;
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

/** A page of a list, and the read it answered. */
interface AnsweredPage {
  readonly response: JsonResponse;
  readonly read: ReadCall;
}

async function findInList(rule: InList, search: Search): Promise<ReconcileOutcome> {
  const { call, sentBetween, read } = search;
  if (call === undefined) return { kind: 'cannot-ask' };
  const pages: AnsweredPage[] = [];
  const tasks: ListedTask[] = [];
  let next: ReadCall | null = rule.firstPage(sentBetween);
  while (next !== null) {
    if (pages.length === mostPages)
      return { kind: 'transient', detail: `the list is longer than ${mostPages} pages` };
    const response: JsonResponse | undefined = await read(next);
    const listed: ListedPage | undefined =
      response === undefined ? undefined : rule.read(response, call, next);
    if (response === undefined || listed === undefined) return unread(response);
    pages.push({ response, read: next });
    tasks.push(...listed.tasks);
    next = listed.next;
  }
  const outcome = await matchCandidates(tasks, sentBetween, search);
  if (outcome.kind !== 'found') return outcome;
  const others = await search.unanswered();
  const isSure = others?.every((other) => !fits({ rule, pages, call }, outcome.handle, other));
  const own = JSON.stringify(outcome.handle);
  const found = tasks.filter(({ task }) => JSON.stringify(handleOf(task)) === own).slice(-1);
  return isSure === true ? outcome : ambiguousAmong(found, search.tell);
}

/** Whether the task of this handle could be that of another submission as well. */
function fits(
  {
    rule,
    pages,
    call,
  }: {
    readonly rule: InList;
    readonly pages: readonly AnsweredPage[];
    readonly call: PreparedCall;
  },
  handle: UpstreamHandle,
  other: UnansweredSubmission,
): boolean {
  const own = JSON.stringify(handle);
  const otherCall = readCall(other.submission);
  const tasks = pages.flatMap(
    ({ response, read }) => rule.read(response, otherCall ?? call, read)?.tasks ?? [],
  );
  return tasks.some(
    (listed) =>
      JSON.stringify(handleOf(listed.task)) === own &&
      (otherCall === undefined || listed.matches !== 'no') &&
      isWithin(listed.createdAt, other.sentBetween),
  );
}

function unread(response: JsonResponse | undefined): ReconcileOutcome {
  const said = response === undefined ? 'no JSON' : String(response.status);
  return { kind: 'transient', detail: `the search answered ${said}` };
}
