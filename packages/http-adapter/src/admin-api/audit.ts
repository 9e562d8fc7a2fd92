import type { AdminAccess, AuditEntry, AuditOrigin, Clock, IdSource } from '@filmgate/core';
import { addressPrefixes } from '../http/address-prefix.ts';

/** A login, or a confirmation of one, that failed. */
export interface FailedLogin {
  readonly origin: AuditOrigin;
  /** Name as entered; kept only if it is the administrator's. */
  readonly username: string;
  readonly reason: 'credentials' | 'one-time-code' | 'throttled';
}

interface FailedLoginAuditDeps {
  readonly access: Pick<AdminAccess, 'recordAudit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly entryBy: (actor: string, change: AuditedChange, origin: AuditOrigin) => AuditEntry;
  readonly isAdministrator: (username: string) => Promise<boolean>;
  /** Window in which failures are counted together, in ms; read at each use. */
  readonly windowMs: () => number;
}

/** Address blocks counted separately in one window; the failures of all others are counted together. */
const mostBlocks = 50;

const others = 'other addresses';
const unknownName = 'unknown name';

/**
 * Notes failed logins in the audit log without letting them fill it: of one address block and window the first, the
 * tenth, the hundredth and so on are entries, each with the count so far. A window has entries of at most some 50
 * blocks.
 */
export function createFailedLoginAudit(
  deps: FailedLoginAuditDeps,
): (failed: FailedLogin) => Promise<void> {
  const counted = { since: Number.NEGATIVE_INFINITY, byBlock: new Map<string, number>() };
  return async ({ origin, username, reason }) => {
    const now = deps.clock.now();
    // A clock that was set back must not make a window longer.
    if (now < counted.since || now - counted.since >= deps.windowMs()) {
      counted.since = now;
      counted.byBlock.clear();
    }
    const { byBlock } = counted;
    const block = addressPrefixes(origin.address).caller;
    const isCountedApart = byBlock.has(block) || byBlock.size < mostBlocks;
    const target = isCountedApart ? block : others;
    const failures = (byBlock.get(target) ?? 0) + 1;
    byBlock.set(target, failures);
    if (!isPowerOfTen(failures)) return;
    const actor = (await deps.isAdministrator(username)) ? username : unknownName;
    const after = { reason, failures };
    const change = { action: 'session.login-failed', target, before: null, after };
    await deps.access.recordAudit(deps.entryBy(actor, change, origin));
  };
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}

/** One change, for the audit log. */
export interface AuditedChange {
  /** The action, such as `api-user.rotate`. */
  readonly action: string;
  /** Id of the changed thing. */
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
}): (actor: string, change: AuditedChange, origin?: AuditOrigin) => AuditEntry {
  return (actor, { action, target, before, after }, origin) => ({
    id: ids.next(),
    at: clock.now(),
    actor,
    action,
    target,
    ...(origin !== undefined && { origin }),
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  });
}
