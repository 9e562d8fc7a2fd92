import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AdminContext } from '../context.ts';
import { encodeRequestLogEntry } from '../encode/request-log.ts';
import { sendAdminFailure } from '../failure-response.ts';
import { requestLogPage } from '../request-log-filters.ts';
import { errorAnswers, pageOf, pageQuery, sessionSecurity as security } from '../schemas/page.ts';
import { requestLogEntry, requestLogsQuery } from '../schemas/request-log.ts';

const querystring = requestLogsQuery.extend(pageQuery);

/** `request-logs` [request-log.list]: every call of the programmatic routes, newest first. */
export function registerRequestLogs(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Request log'],
    summary: 'Read the request log',
    security,
    querystring,
    response: { 200: pageOf(requestLogEntry), ...errorAnswers },
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/request-logs', { schema }, async (request, reply) => {
      const { cursor = null, limit } = request.query;
      const query = requestLogPage(request.query, { after: cursor, limit });
      const page = await deps.requestLogs.list(query);
      if (page.kind === 'cursor-unknown') {
        const detail = 'cursor is not one of this list';
        return sendAdminFailure(reply, { kind: 'field-invalid', detail });
      }
      const data = page.entries.map(encodeRequestLogEntry);
      return reply.send({ data, next_cursor: page.next });
    });
}
