import { mostCandidates, type ReconcileOutcome, type UnansweredSubmission } from '@filmgate/core';
import { ambiguousAmong } from './ambiguous-among.ts';
import { type Candidate, candidatesIn, isWithin } from './match-candidates.ts';
import { handleOf, readCall } from './prepared-call.ts';
import type {
  FindRule,
  JsonResponse,
  ListedPage,
  ListedTask,
  PreparedCall,
  ReadCall,
} from './provider-description.ts';
import type { Search } from './search.ts';

/** Pages of a list, and tasks on them all, that one search reads at most: whole pages of the providers' usual hundred tasks. */
const mostPages = 50;
const mostTasks = 100 * mostPages;

type InList = Extract<FindRule, { readonly kind: 'list' }>;
type ListSearch = Search & { readonly call: PreparedCall };

/** A page of a list, and the read it answered. */
interface AnsweredPage {
  readonly response: JsonResponse;
  readonly read: ReadCall;
  readonly tasks: readonly ListedTask[];
}

/**
 * Looks for a lost submission among all tasks of an account. That one task fits proves nothing: ours may never have arrived, and
 * the task may be of another who uses the key. It is adopted when it carries the submission's mark, or when the operator
 * declares the key exclusive; otherwise a person has to say.
 */
export async function findInList(rule: InList, search: ListSearch): Promise<ReconcileOutcome> {
  const list = await readList(rule, search);
  if (list.kind === 'transient') return list;
  const { pages, tasks } = list;
  const fitting = await candidatesIn(tasks, search.sentBetween, search.isOwned);
  const marked = await byMark(rule, fitting, search);
  if (marked.kind === 'transient') return marked;
  const { carrying, unsaid } = marked;
  const candidates = carrying.length > 0 ? carrying : unsaid;
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: 'transient', detail: 'the list shows nothing that fits' };
  const isOurs = carrying.length > 0 || (search.isExclusive && only.isCertain);
  if (others.length === 0 && isOurs && !(await mayBeAnothers({ rule, pages }, only, search)))
    return { kind: 'found', handle: only.handle };
  return ambiguousAmong(
    candidates.map(({ listed }) => listed),
    search.tell,
  );
}

async function readList(
  rule: InList,
  { call, sentBetween, read }: ListSearch,
): Promise<
  | {
      readonly kind: 'read';
      readonly pages: readonly AnsweredPage[];
      readonly tasks: readonly ListedTask[];
    }
  | Transient
> {
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
    if (tasks.length + listed.tasks.length > mostTasks)
      return { kind: 'transient', detail: `the list shows more than ${mostTasks} tasks` };
    pages.push({ response, read: next, tasks: listed.tasks });
    tasks.push(...listed.tasks);
    next = listed.next;
  }
  return { kind: 'read', pages, tasks };
}

type Transient = Extract<ReconcileOutcome, { readonly kind: 'transient' }>;

/** Reads each candidate by itself for the mark; those past the first `mostCandidates` stay unsaid. */
async function byMark(
  { mark }: InList,
  candidates: readonly Candidate[],
  { call, read, taskRead }: ListSearch,
): Promise<
  | {
      readonly kind: 'read';
      readonly carrying: readonly Candidate[];
      readonly unsaid: readonly Candidate[];
    }
  | Transient
> {
  const ours = mark?.of(call);
  if (mark === undefined || ours === undefined)
    return { kind: 'read', carrying: [], unsaid: candidates };
  const carrying: Candidate[] = [];
  const unsaid = candidates.slice(mostCandidates);
  for (const candidate of candidates.slice(0, mostCandidates)) {
    const response = await read(taskRead(candidate.listed.task));
    const said = response === undefined ? undefined : mark.in(response);
    if (said === undefined) return unread(response);
    if (said === null) unsaid.push(candidate);
    else if (said === ours) carrying.push(candidate);
  }
  return { kind: 'read', carrying, unsaid };
}

/** Whether the task could be that of another submission of ours as well. */
async function mayBeAnothers(
  { rule, pages }: { readonly rule: InList; readonly pages: readonly AnsweredPage[] },
  { handle }: Candidate,
  { call, unanswered }: ListSearch,
): Promise<boolean> {
  const others = await unanswered();
  const own = JSON.stringify(handle);
  const isOwn = ({ task }: ListedTask) => JSON.stringify(handleOf(task)) === own;
  const showing = pages.filter(({ tasks }) => tasks.some(isOwn));
  const ours = rule.mark?.of(call);
  const fits = ({ submission, sentBetween }: UnansweredSubmission): boolean => {
    const other = readCall(submission);
    if (ours !== undefined && other !== undefined && rule.mark?.of(other) !== ours) return false;
    const tasks = showing.flatMap(
      ({ response, read }) => rule.read(response, other ?? call, read)?.tasks ?? [],
    );
    return tasks.some(
      (listed) =>
        (other === undefined || listed.matches !== 'no') &&
        isWithin(listed.createdAt, sentBetween) &&
        isOwn(listed),
    );
  };
  return others?.some(fits) ?? true;
}

/** A search whose response could not be read, which says nothing. */
export function unread(response: JsonResponse | undefined): Transient {
  const said = response === undefined ? 'no JSON' : String(response.status);
  return { kind: 'transient', detail: `the search answered ${said}` };
}
