import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import {
  errorResponses,
  instant,
  isoInstant,
  sessionSecurity as security,
} from '../schemas/page.ts';

const storeResponse = z.object({
  kind: z.enum(['sqlite', 'redis']).meta({ description: 'Where jobs and accounts are kept.' }),
  disk_full: z
    .boolean()
    .meta({ description: 'Whether the disk has no room left, so that nothing can be stored.' }),
  loss: z
    .object({
      kind: z.enum(['went_back', 'elsewhere', 'gone']).meta({
        description:
          '`went_back`: changes are missing. `elsewhere`: the store was moved, or is a copy. `gone`: its file was taken away while it was used; this ends when the file is back.',
      }),
      noticed_at: z
        .string()
        .nullable()
        .meta({ description: 'Since when it is known; of a backup, when it was made.' }),
      missing_changes: z.int().nullable().meta({
        description: 'How many changes are missing at the least; null where that cannot be told.',
      }),
      detail: z.string().meta({ description: 'What was noticed.' }),
    })
    .nullable()
    .meta({
      description:
        'Null while nothing is known to be lost. Otherwise jobs are neither taken, shown, claimed nor changed until an operator acknowledges the loss.',
    }),
});

/** `store`: whether the store still knows everything it answered. */
export function registerStore(app: FastifyInstance, { deps: { store } }: AdminContext): void {
  const answer = async (): Promise<z.infer<typeof storeResponse>> => {
    const lost = store.lost();
    const disk_full = await store.isDiskFull();
    if (lost === null) return { kind: store.kind, disk_full, loss: null };
    const { kind, noticedAt, missingChanges = null, detail } = lost;
    return {
      kind: store.kind,
      disk_full,
      loss: {
        kind: kind === 'went-back' ? 'went_back' : kind,
        noticed_at: noticedAt === 0 ? null : isoInstant(noticedAt),
        missing_changes: missingChanges,
        detail,
      },
    };
  };
  const schema = {
    tags: ['Store'],
    summary: 'Say whether the store lost changes or has no room',
    security,
    response: { 200: storeResponse, ...errorResponses },
  };
  app.get('/store', { schema }, async (_request, reply) => reply.send(await answer()));
}

const addresses = z.object({
  local_url: z.string(),
  tasks_url: z
    .string()
    .nullable()
    .meta({ description: 'Null where the Video Task API is not served beside this one.' }),
});

/** Where the surfaces are reached from outside, for calls that people copy. */
export function registerAddresses(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Settings'],
    summary: 'Say where the APIs are reached',
    security,
    response: { 200: addresses, ...errorResponses },
  };
  app.get('/addresses', { schema }, (_request, reply) =>
    reply.send({ local_url: deps.publicUrl(), tasks_url: deps.tasksUrl?.() ?? null }),
  );
}

const tags = ['Clock'];

const clockResponse = z.object({
  at: instant.meta({ description: 'What the clock says.' }),
  jump: z
    .object({
      witnessed_at: instant.meta({ description: 'The newest trusted time.' }),
      clock_at: instant.meta({ description: 'What the clock said when that was noticed.' }),
    })
    .nullable()
    .meta({
      description:
        'Null while the clock is believed. Otherwise nothing is removed for its age because of it until it is confirmed.',
    }),
});

/** `clock`: whether the time is believed where something is removed for its age, and a person's word that it is right. */
export function registerClock(app: FastifyInstance, context: AdminContext): void {
  const { time, clock } = context.deps;
  const answer = (): z.infer<typeof clockResponse> => {
    const jump = time.jump();
    return {
      at: isoInstant(clock.now()),
      jump:
        jump === null
          ? null
          : { witnessed_at: isoInstant(jump.from), clock_at: isoInstant(jump.to) },
    };
  };
  const response = { 200: clockResponse, ...errorResponses };
  const read = { tags, summary: 'Say whether the clock is believed', security, response };
  app.get('/clock', { schema: read }, (_request, reply) => reply.send(answer()));
  const confirm = {
    tags,
    summary: 'Confirm that the clock is right',
    description:
      'After it jumped ahead by more than an hour, as it does when the machine was off. What is old by it is removed from then on. Confirming a clock that is believed changes nothing.',
    security,
    response,
  };
  app.post('/clock/confirm', { schema: confirm }, async (request, reply) => {
    await time.confirm(({ from, to }) =>
      context.entry(request, {
        action: 'clock.confirm',
        target: 'clock',
        before: { witnessed_at: isoInstant(from) },
        after: { clock_at: isoInstant(to) },
      }),
    );
    return reply.send(answer());
  });
}

/** Jobs named in one response; the others are counted. */
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
    response: { 200: unreadableJobs, ...errorResponses },
  };
  app.get('/unreadable-jobs', { schema }, async (_request, reply) => {
    const jobs = await deps.jobs.unreadable();
    const data = jobs
      .slice(0, mostNamed)
      .map(({ id, reason, noticedAt }) => ({ id, reason, noticed_at: isoInstant(noticedAt) }));
    return reply.send({ data, total: jobs.length });
  });
}
