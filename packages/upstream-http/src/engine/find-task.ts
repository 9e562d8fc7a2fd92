import type { JsonValue, ReconcileOutcome, UpstreamClient, UpstreamHandle } from '@filmgate/core';
import { findInList, unread } from './find-in-list.ts';
import { handleOf } from './prepared-call.ts';
import type { FindRule, PreparedCall, ProviderDescription } from './provider-description.ts';
import { ambiguousAmong, type Search, type SendWindow } from './search.ts';
import { isUnbroken } from './staged-past.ts';

type OwnId = Extract<FindRule, { readonly kind: 'own-id' }>;
type Sent = { readonly call: PreparedCall };

/**
 * Returns the guarantee of a description for a lost submission. A notice is stronger than a list without a mark.
 *
 * @param isNoticed - true if submissions name a URL for notices
 */
export function findsBy(
  { find: rule, notice, timing }: Pick<ProviderDescription, 'find' | 'notice' | 'timing'>,
  isNoticed: boolean,
): ReturnType<UpstreamClient['capabilities']>['findsBy'] {
  if (rule?.kind !== 'own-id' && timing.keyLifeMs !== undefined) return 'own-key';
  if (rule?.kind === 'list' && rule.mark !== undefined) return 'mark';
  if (isNoticed && notice !== undefined && rule?.kind !== 'own-id') return 'notice';
  return rule?.kind ?? 'none';
}

/** Searches a submission whose response was lost, in the way its provider supports. */
export async function findTask(rule: FindRule, search: Search): Promise<ReconcileOutcome> {
  const { call } = search;
  if (call === undefined) return { kind: 'cannot-ask' };
  return rule.kind === 'own-id'
    ? await findByName(rule, { ...search, call })
    : await findInList(rule, { ...search, call });
}

async function findByName(rule: OwnId, search: Search & Sent): Promise<ReconcileOutcome> {
  const { sentBetween, isOwned, now, call } = search;
  const { named, response } = await readNamed(rule, search);
  if (named === 'cannot-ask') return { kind: 'cannot-ask' };
  if (named === undefined) return unread(response);
  const unowned = await withoutOwned(named, isOwned);
  const [only, ...others] = unowned;
  const candidates = unowned.map(({ value: task }) => ({ task, createdAt: null }));
  if (others.length > 0) return ambiguousAmong(candidates, search);
  if (only !== undefined) return { kind: 'found', handle: only };
  if (named.length === 0 && provesAbsence(rule, sentBetween, now()))
    return isUnbroken(rule, call, response) ? { kind: 'absent' } : { kind: 'forgotten' };
  return {
    kind: 'transient',
    detail: 'the search found nothing yet',
    ...(named.length === 0 && { isEmpty: true }),
  };
}

async function readNamed(
  rule: OwnId,
  { correlationId, call, read }: Pick<Search, 'correlationId' | 'read'> & Sent,
) {
  const response = await read(rule.request(correlationId, call));
  const named = response === undefined ? undefined : rule.read(response, correlationId, call);
  return { response, named };
}

/** Returns the task an endpoint shows under a refused submission's name; undefined if unreadable, or several. */
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

/** Returns true if a task that is absent by now was never accepted. */
function provesAbsence(
  { absenceAfterMs, absenceUntilMs = Number.POSITIVE_INFINITY }: OwnId,
  { from, to }: SendWindow,
  now: number,
): boolean {
  return absenceAfterMs !== null && now - to > absenceAfterMs && now - from < absenceUntilMs;
}

/** Returns the handles of different tasks that no job owns. */
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
