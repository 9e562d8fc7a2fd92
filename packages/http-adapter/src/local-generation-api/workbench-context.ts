import type { Job } from '@filmgate/core';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { LiveCredential } from '../mechanics/live-audience.ts';
import { createSessionCookie } from '../mechanics/session-cookie.ts';
import { createSessionGuard, type SessionGuard } from '../mechanics/session-guard.ts';
import { type AccountLabels, createAccountLabels } from './account-labels.ts';
import type { LocalContext } from './context.ts';
import { sendWorkbenchFailure, type WorkbenchFailure } from './workbench-failure.ts';

/** Owner of everything made at the workbench, and whose jobs it shows. */
export const workbenchOwner = { owner: 'admin', origin: 'workbench' } as const satisfies Pick<
  Job,
  'owner' | 'origin'
>;

/** What the routes of the workbench share. */
export interface WorkbenchContext extends LocalContext {
  readonly guard: SessionGuard;
  readonly labels: AccountLabels;
  /** Hook: refuses requests of other sites, also those that only read. */
  readonly requireOwnPage: onRequestHookHandler;
}

type Refusal = 'no-session' | 'foreign-origin' | 'foreign-host';

const refusals: { readonly [R in Refusal]: WorkbenchFailure } = {
  'no-session': { kind: 'no-session', detail: 'Log in first.' },
  'foreign-origin': { kind: 'foreign-origin', detail: 'The request comes from another site.' },
  'foreign-host': {
    kind: 'foreign-host',
    detail: 'The Host header is not one of this server.',
  },
};

export function createWorkbenchContext(context: LocalContext): WorkbenchContext {
  const { access, digest, clock, publicUrl, sessionIdleMs, ownOrigins, accounts } = context.deps;
  const guard = createSessionGuard({
    access,
    digest,
    clock,
    cookie: createSessionCookie(publicUrl),
    idleMs: sessionIdleMs,
    ownOrigins,
    refuse: (reply, reason) => void sendWorkbenchFailure(reply, refusals[reason]),
  });
  return {
    ...context,
    guard,
    labels: createAccountLabels(accounts),
    requireOwnPage: (request, reply, done) => {
      if (guard.isOwn(request, ownOrigins())) done();
      else sendWorkbenchFailure(reply, refusals['foreign-origin']);
    },
  };
}

/**
 * The session a request came with, for what outlives the request. Looking at it is no visit, so that a page left open
 * does not keep a session alive.
 */
export function liveSessionOf(
  { deps, guard }: WorkbenchContext,
  request: FastifyRequest,
): LiveCredential {
  const { idDigest } = guard.sessionOf(request);
  const { access, clock, sessionIdleMs } = deps;
  return {
    owner: workbenchOwner.owner,
    name: idDigest,
    isAccepted: async () => {
      const wanted = { idDigest, idleMs: sessionIdleMs(), now: clock.now() };
      return (await access.findSession(wanted)) !== undefined;
    },
  };
}
