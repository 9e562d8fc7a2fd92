import type { AuditEntry, Clock, IdSource } from '@filmgate/core';

/** One change, for the audit log. */
export interface AuditedChange {
  /** What was done, as `api-user.rotate`. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly target: string;
  /** Without secrets. */
  readonly before: object | null;
  readonly after: object | null;
}

/** Makes entries of the audit log. */
export function entryMaker({
  ids,
  clock,
}: {
  readonly ids: Pick<IdSource, 'next'>;
  readonly clock: Pick<Clock, 'now'>;
}): (actor: string, change: AuditedChange) => AuditEntry {
  return (actor, { action, target, before, after }) => ({
    id: ids.next(),
    at: clock.now(),
    actor,
    action,
    target,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  });
}
