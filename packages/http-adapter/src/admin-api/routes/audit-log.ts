import type { AuditEntry } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { auditEntry, auditQuery, auditValues } from '../schemas/audit-entry.ts';
import { errorAnswers, pageOf, sessionSecurity as security } from '../schemas/page.ts';

/** `audit-log` [admin.audit-log]: who changed what, newest first. */
export function registerAuditLog(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(auditEntry), ...errorAnswers };
  const schema = {
    tags: ['Audit log'],
    summary: 'Read the audit log',
    security,
    querystring: auditQuery,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/audit-log', { schema }, async ({ query }, reply) => {
      const { limit, cursor, actor, action, target } = query;
      const found = await deps.access.audit({
        before: cursor ?? null,
        limit: limit + 1,
        ...(actor !== undefined && { actor }),
        ...(action !== undefined && { actions: action }),
        ...(target !== undefined && { target }),
      });
      const page = found.slice(0, limit);
      const next_cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return reply.send({ data: page.map(encodeEntry), next_cursor });
    });
}

function encodeEntry({
  id,
  at,
  actor,
  action,
  target,
  before,
  after,
}: AuditEntry): z.infer<typeof auditEntry> {
  return {
    id,
    time: isoInstant(at),
    actor,
    action,
    target,
    before: parseOrNull(before),
    after: parseOrNull(after),
  };
}

function parseOrNull(json: string | null): z.infer<typeof auditValues> | null {
  return json === null ? null : auditValues.parse(JSON.parse(json));
}
