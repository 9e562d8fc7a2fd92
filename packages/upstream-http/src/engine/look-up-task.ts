import type { LookUpOutcome } from '@filmgate/core';
import { compareFields, isId } from './compare-fields.ts';
import { handleOf, taskOf } from './prepared-call.ts';
import type {
  JsonResponse,
  PreparedCall,
  ProviderDescription,
  SubmissionMark,
} from './provider-description.ts';
import { type Reading, readTask } from './read-task.ts';
import type { Search } from './search.ts';
import type { TaskNaming } from './task-naming.ts';

/** The submission whose work a task may be; undefined if it is unknown. */
interface Sent {
  readonly sent: PreparedCall | undefined;
}

/** Reads the task that a person names by its id. */
export async function lookUpTask(
  naming: TaskNaming,
  { poll, notice }: Pick<ProviderDescription, 'poll' | 'notice'>,
  { id, sent, ...reading }: Reading & Sent & { readonly id: string },
): Promise<LookUpOutcome> {
  const task = isId(id) ? naming.taskOf(id, sent) : undefined;
  const handle = task === undefined ? undefined : handleOf(task);
  if (task === undefined || handle === undefined) return { kind: 'not-an-id' };
  const { json, outcome } = await readTask(poll, task, reading);
  const isThere = json !== undefined && outcome.kind !== 'transient' && outcome.kind !== 'lost';
  const { createdAt, reported } = isThere
    ? naming.facts(json, task)
    : { createdAt: null, reported: {} };
  const namedAs = outcome.namedAs === undefined ? undefined : naming.idOf(taskOf(outcome.namedAs));
  const reportedId = namedAs === undefined ? id : reading.fit(namedAs);
  const work = { id: reportedId, createdAt, compared: compareFields(sent, reported, reading.fit) };
  const carries = isThere ? carriedBy(notice?.mark, json, sent) : {};
  return { kind: 'read', handle, work, outcome, ...carries };
}

/** Compares the mark in a task's response with that of a submission. */
function carriedBy(
  mark: SubmissionMark | undefined,
  response: JsonResponse,
  sent: PreparedCall | undefined,
): Pick<Extract<LookUpOutcome, { readonly kind: 'read' }>, 'carries'> {
  const ours = sent === undefined ? undefined : mark?.of(sent);
  const said = mark?.in(response) ?? undefined;
  if (ours === undefined || said === undefined) return {};
  return { carries: said === ours ? 'own' : 'another' };
}

/** Returns a listed task's report for a person; undefined if no person could name it. */
export function reportTask(
  naming: TaskNaming | undefined,
  { sent, fit }: Sent & Pick<Reading, 'fit'>,
): Search['report'] {
  return ({ task, createdAt, reported = {} }) => {
    const id = naming?.idOf(task);
    if (id === undefined || !isId(id)) return undefined;
    return { id, createdAt, compared: compareFields(sent, reported, fit) };
  };
}
