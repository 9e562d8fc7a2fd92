import { mostCandidates, type ReconcileOutcome, type UnansweredSubmission } from '@filmgate/core';
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
import { ambiguousAmong, type Search } from './search.ts';

/** Maximum pages of a list, and tasks on all of them, that one search reads: pages have usually a hundred tasks. */
const mostPages = 50;
const mostTasks = 100 * mostPages;

type InList = Extract<FindRule, { readonly kind: 'list' }>;
type ListSearch = Search & { readonly call: PreparedCall };

/** A page of a list, and the read it responds to. */
interface FetchedPage {
  readonly response: JsonResponse;
  readonly read: ReadCall;
  readonly tasks: readonly ListedTask[];
}

/**
 * Searches a lost submission among all tasks of an account. One matching task proves nothing: our submission may never
 * have arrived, and the task may be of another user of the key. It is adopted when it carries the submission's mark, or
 * when the operator declares the key exclusive; otherwise a person has to decide.
 */
export async function findInList(rule: InList, search: ListSearch): Promise<ReconcileOutcome> {
  const list = await readList(rule, search);
  if (list.kind === 'transient') return list;
  const { pages } = list;
  const tasks = pages.flatMap((page) => page.tasks);
  const fitting = await candidatesIn(tasks, search.sentBetween, search.isOwned);
  const marked = await byMark(rule, fitting, search);
  if (marked.kind === 'transient') return marked;
  const { carrying, unsaid } = marked;
  const candidates = carrying.length > 0 ? carrying : unsaid;
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: 'transient', detail: 'the list has no matching task' };
  const isOurs = carrying.length > 0 || (search.isExclusive && only.isCertain);
  if (others.length === 0 && isOurs && !(await mayBeAnothers({ rule, pages }, only, search)))
    return { kind: 'found', handle: only.handle };
  const listed = candidates.map((candidate) => candidate.listed);
  return ambiguousAmong(listed, search);
}

async function readList(
  rule: InList,
  { call, sentBetween, read }: ListSearch,
): Promise<{ readonly kind: 'read'; readonly pages: readonly FetchedPage[] } | Transient> {
  const pages: FetchedPage[] = [];
  let count = 0;
  let next: ReadCall | null = rule.firstPage(sentBetween, call);
  while (next !== null) {
    if (pages.length === mostPages)
      return { kind: 'transient', detail: `the list is longer than ${mostPages} pages` };
    const response: JsonResponse | undefined = await read(next);
    const listed: ListedPage | undefined =
      response === undefined ? undefined : rule.read(response, call, next);
    if (response === undefined || listed === undefined) return unread(response);
    count += listed.tasks.length;
    if (count > mostTasks)
      return { kind: 'transient', detail: `the list contains more than ${mostTasks} tasks` };
    pages.push({ response, read: next, tasks: listed.tasks });
    next = listed.next;
  }
  return { kind: 'read', pages };
}

type Transient = Extract<ReconcileOutcome, { readonly kind: 'transient' }>;

/** Candidates that carry the submission's mark, and those without a known mark. */
interface Marked {
  readonly kind: 'read';
  readonly carrying: readonly Candidate[];
  readonly unsaid: readonly Candidate[];
}

/** Reads each candidate on its own for the mark; those past the first `mostCandidates` stay unsaid. */
async function byMark(
  { mark }: InList,
  candidates: readonly Candidate[],
  { call, read, taskRead }: ListSearch,
): Promise<Marked | Transient> {
  const ours = mark?.of(call);
  if (mark === undefined || ours === undefined)
    return { kind: 'read', carrying: [], unsaid: candidates };
  const carrying: Candidate[] = [];
  const unsaid = candidates.slice(mostCandidates);
  for (const candidate of candidates.slice(0, mostCandidates)) {
    const { echoedMark, task } = candidate.listed;
    const asked = echoedMark === undefined ? taskRead(task) : undefined;
    const response = asked === undefined ? undefined : await read(asked);
    const said = response === undefined ? echoedMark : mark.in(response);
    if (said === undefined) return unread(response);
    if (said === null) unsaid.push(candidate);
    else if (said === ours) carrying.push(candidate);
  }
  return { kind: 'read', carrying, unsaid };
}

/** Returns true if the task could be that of another submission of ours as well. */
async function mayBeAnothers(
  { rule, pages }: { readonly rule: InList; readonly pages: readonly FetchedPage[] },
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

/** The result of a search with an unreadable response, which proves nothing. */
export function unread(response: JsonResponse | undefined): Transient {
  const said = response === undefined ? 'without JSON' : String(response.status);
  return { kind: 'transient', detail: `the search responded ${said}` };
}
