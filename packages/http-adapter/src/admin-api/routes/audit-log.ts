import type { AuditEntry } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import {
  errorResponses,
  instant,
  isoInstant,
  oneText,
  pageOf,
  pageQuery,
  sessionSecurity as security,
} from '../schemas/page.ts';

/** Values of a change, without secrets. */
const auditValues = z.record(z.string(), z.unknown());

/** One line of the audit log [admin.audit-log]. */
export const auditEntry = z.object({
  id: z.string(),
  time: instant,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  address: z.string().nullable().meta({
    description: 'Address of the request; null for changes without a request.',
  }),
  session_id: z
    .string()
    .nullable()
    .meta({ description: 'Session of that request, as in the list of sessions.' }),
  before: auditValues.nullable(),
  after: auditValues.nullable(),
});

/** Filters of the audit log; an entry matches all that are given. */
const auditQuery = z.object({
  ...pageQuery,
  actor: oneText.meta({ description: 'Name of the actor.' }),
  action: z
    .string('must be one string')
    .transform((text) => text.split(','))
    .optional()
    .meta({ description: 'One or more actions, comma-separated, such as `account.edit`.' }),
  target: oneText.meta({ description: 'ID of the changed object.' }),
});

/** `audit-log` [admin.audit-log]: changes and their authors, newest first. */
export function registerAuditLog(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(auditEntry), ...errorResponses };
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
  origin,
  before,
  after,
}: AuditEntry): z.infer<typeof auditEntry> {
  return {
    id,
    time: isoInstant(at),
    actor,
    action,
    target,
    address: origin?.address ?? null,
    session_id: origin?.session ?? null,
    before: parseOrNull(before),
    after: parseOrNull(after),
  };
}

function parseOrNull(json: string | null): z.infer<typeof auditValues> | null {
  return json === null ? null : auditValues.parse(JSON.parse(json));
}
