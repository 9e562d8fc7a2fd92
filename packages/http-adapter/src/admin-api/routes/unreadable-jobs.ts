import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { errorAnswers, sessionSecurity as security, instant } from '../schemas/page.ts';

/** Jobs named in one answer; the others are counted. */
const mostNamed = 200;

const unreadableJobs = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      reason: z.string().meta({ description: 'Which part of the record cannot be read, and why.' }),
      noticed_at: instant.meta({ description: 'When the process that answers noticed it.' }),
    }),
  ),
  total: z.int().meta({ description: `How many there are; the first ${mostNamed} are named.` }),
});

/** `unreadable-jobs`: jobs that were set aside because their records cannot be read. */
export function registerUnreadableJobs(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Jobs'],
    summary: 'List the jobs whose records cannot be read',
    description:
      'They are set aside as they are: nothing is done with them, and their credits stay where they were, until a release can read them.',
    security,
    response: { 200: unreadableJobs, ...errorAnswers },
  };
  app.get('/unreadable-jobs', { schema }, async (_request, reply) => {
    const jobs = await deps.jobs.unreadable();
    const data = jobs
      .slice(0, mostNamed)
      .map(({ id, reason, noticedAt }) => ({ id, reason, noticed_at: isoInstant(noticedAt) }));
    return reply.send({ data, total: jobs.length });
  });
}
