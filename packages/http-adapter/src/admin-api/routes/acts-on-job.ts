import type { CancelJobResult, CheckResult, ResolveOutcomeResult } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { auditOfJobs } from '../audit-of-jobs.ts';
import type { AdminContext } from '../context.ts';

/** A job and the administrator who acts on it. */
export interface JobInHand {
  readonly context: AdminContext;
  readonly request: FastifyRequest;
  readonly id: string;
}

/** Queries the provider of a job; the audit log records it before the query. */
export async function checkByHand(
  { context, request, id }: JobInHand,
  signal: AbortSignal,
): Promise<CheckResult> {
  const found = await context.deps.jobs.find(id);
  if (found === undefined) return { kind: 'not-found' };
  await context.audit(request, auditOfJobs.check(id, found.state));
  return await context.deps.gateway.check({ id, signal });
}

export function cancelByHand({ context, request, id }: JobInHand): Promise<CancelJobResult> {
  const actor = context.guard.sessionOf(request).username;
  const audit = context.entry(request, auditOfJobs.cancel(id));
  return context.deps.gateway.cancel({ id, actor, audit });
}

type Resolution = Parameters<AdminContext['deps']['gateway']['resolve']>[0];

/** A resolution of an outcome without its job, its actor and its audit entry. */
type SaidOf<R> = R extends unknown ? Omit<R, 'id' | 'actor' | 'audit'> : never;

export function resolveByHand(
  { context, request, id }: JobInHand,
  said: SaidOf<Resolution>,
): Promise<ResolveOutcomeResult> {
  const actor = context.guard.sessionOf(request).username;
  const audit = context.entry(request, auditOfJobs.resolve(id, said));
  return context.deps.gateway.resolve({ id, actor, audit, ...said });
}
