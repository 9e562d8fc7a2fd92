import type { LookUpOutcome } from '@filmgate/core';
import type { Report } from './ambiguous-among.ts';
import { compareFields, isId } from './compare-fields.ts';
import { handleOf, taskOf } from './prepared-call.ts';
import type { PreparedCall, ProviderDescription } from './provider-description.ts';
import { type Reading, readTask } from './read-task.ts';
import type { TaskNaming } from './task-naming.ts';

/** The submission whose work a task may be; undefined if it is unknown. */
interface Sent {
  readonly sent: PreparedCall | undefined;
}

/** Reads the task that a person names by its id. */
export async function lookUpTask(
  { naming, poll }: Required<Pick<ProviderDescription, 'naming' | 'poll'>>,
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
  return { kind: 'read', handle, work, outcome };
}

/** Returns a listed task's report for a person; undefined if no person could name it. */
export function reportTask(
  naming: TaskNaming | undefined,
  { sent, fit }: Sent & Pick<Reading, 'fit'>,
): Report {
  return ({ task, createdAt, reported = {} }) => {
    const id = naming?.idOf(task);
    return id === undefined || !isId(id)
      ? undefined
      : { id, createdAt, compared: compareFields(sent, reported, fit) };
  };
}
