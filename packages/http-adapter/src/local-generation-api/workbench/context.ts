import type { AccountPool, Job } from '@filmgate/core';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { LiveCredential } from '../../http/subscribers.ts';
import { createSessionCookie } from '../../http/session-cookie.ts';
import { createSessionGuard, type SessionGuard } from '../../http/session-guard.ts';
import type { LocalContext } from '../context.ts';
import { sendWorkbenchFailure, type WorkbenchFailure } from './failure.ts';
import { encodeWorkbenchJob, type WorkbenchJob } from './workbench-job.ts';

/** Labels of accounts, to show which one took a job. */
interface AccountLabels {
  /** Reads every label again. */
  refresh(): Promise<void>;
  /** Returns the label as last read; null while the job has no account, undefined if the account is unknown. */
  of(job: Job): string | null | undefined;
}

function createAccountLabels(accounts: Pick<AccountPool, 'loads'>): AccountLabels {
  let known: ReadonlyMap<string, string> = new Map();
  return {
    async refresh() {
      const loads = await accounts.loads();
      known = new Map(loads.map(({ account }) => [account.id, account.label]));
    },
    of: ({ accountId }) => (accountId === null ? null : known.get(accountId)),
  };
}

/** Owner of everything made at the workbench, whose jobs it shows. */
export const workbenchOwner = { owner: 'admin', surface: 'workbench' } as const satisfies Pick<
  Job,
  'owner' | 'surface'
>;

/** Shared by the routes of the workbench. */
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
    detail: 'The Host header does not match this server.',
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
 * Returns the session of a request, for anything that outlives the request. Reading it does not extend it, so that a
 * page left open does not keep a session alive.
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

/** The one response for unknown jobs, jobs of other routes, and missing videos. */
export const jobNotFound: WorkbenchFailure = {
  kind: 'not-found',
  detail: 'There is no such job, or its video is not ready.',
};

/** Encodes jobs for the workbench, with the current label of each account. */
export async function showJobs(
  context: WorkbenchContext,
  jobs: readonly Job[],
  prefix: string,
): Promise<readonly WorkbenchJob[]> {
  if (jobs.some(({ accountId }) => accountId !== null)) await context.labels.refresh();
  return jobs.map((job) => showJob(context, job, prefix));
}

/** Encodes a job with its account's label as last read; with the account's id if the label is unknown. */
export function showJob(
  { labels, deps }: WorkbenchContext,
  job: Job,
  prefix: string,
): WorkbenchJob {
  const account = labels.of(job);
  return encodeWorkbenchJob(job, {
    prefix,
    account: account === undefined ? job.accountId : account,
    now: deps.clock.now(),
  });
}

/** Returns the prefix of the mounted API from that of a route below `/local-video`. */
export function mountPrefix(prefix: string): string {
  return prefix.slice(0, -'/local-video'.length);
}

/** The administrator's session, as a security scheme of the OpenAPI document. */
export const sessionSecurity = [{ adminSession: [] }] as const;

export const workbenchTags = ['Workbench'];

/** A path that names a job. */
export const workbenchJobPath = z.object({ id: z.string() });
