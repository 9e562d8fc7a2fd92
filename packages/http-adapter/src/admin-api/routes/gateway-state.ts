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
  kind: z.enum(['sqlite', 'redis']).meta({ description: 'Store of jobs and accounts.' }),
  disk_full: z
    .boolean()
    .meta({ description: 'True if the disk is full and nothing can be stored.' }),
  loss: z
    .object({
      kind: z.enum(['went_back', 'elsewhere', 'gone']).meta({
        description:
          '`went_back`: changes are missing. `elsewhere`: the store was moved, or is a copy. `gone`: the database file was removed while in use; ends when the file is back.',
      }),
      noticed_at: z
        .string()
        .nullable()
        .meta({ description: 'Time of the detection; for a backup, time of its creation.' }),
      missing_changes: z.int().nullable().meta({
        description: 'Minimum number of missing changes; null if unknown.',
      }),
      detail: z.string().meta({ description: 'Description of the finding.' }),
    })
    .nullable()
    .meta({
      description:
        'Null if no loss is known. Otherwise all job processing is stopped until an operator acknowledges the loss.',
    }),
});

/** `store`: reports changes the store acknowledged and lost. */
export function registerStore(app: FastifyInstance, { deps: { store } }: AdminContext): void {
  const describeStore = async (): Promise<z.infer<typeof storeResponse>> => {
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
    summary: 'Read the state of the store: data loss and free space',
    security,
    response: { 200: storeResponse, ...errorResponses },
  };
  app.get('/store', { schema }, async (_request, reply) => reply.send(await describeStore()));
}

const addresses = z.object({
  local_url: z.string(),
  tasks_url: z
    .string()
    .nullable()
    .meta({ description: 'Null if the Video Task API is not served by this process.' }),
});

/** External addresses of the surfaces, for calls that people copy. */
export function registerAddresses(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Settings'],
    summary: 'Read the public URLs of the APIs',
    security,
    response: { 200: addresses, ...errorResponses },
  };
  app.get('/addresses', { schema }, (_request, reply) =>
    reply.send({ local_url: deps.publicUrl(), tasks_url: deps.tasksUrl?.() ?? null }),
  );
}

const tags = ['Clock'];

const clockResponse = z.object({
  at: instant.meta({ description: 'Current time of the clock.' }),
  jump: z
    .object({
      confirmed_at: instant.meta({ description: 'Newest trusted time.' }),
      clock_at: instant.meta({ description: 'Time of the clock when the jump was detected.' }),
    })
    .nullable()
    .meta({
      description:
        'Null if the clock is trusted. Otherwise nothing is removed because of its age until the clock is confirmed.',
    }),
});

/** `clock`: reports if time is trusted where something is removed for its age, and takes a person's confirmation. */
export function registerClock(app: FastifyInstance, context: AdminContext): void {
  const { time, clock } = context.deps;
  const describeClock = (): z.infer<typeof clockResponse> => {
    const jump = time.jump();
    return {
      at: isoInstant(clock.now()),
      jump:
        jump === null
          ? null
          : { confirmed_at: isoInstant(jump.from), clock_at: isoInstant(jump.to) },
    };
  };
  const response = { 200: clockResponse, ...errorResponses };
  const read = { tags, summary: 'Read the state of the clock', security, response };
  app.get('/clock', { schema: read }, (_request, reply) => reply.send(describeClock()));
  const confirm = {
    tags,
    summary: 'Confirm the clock after a jump',
    description:
      'Needed after the clock jumped ahead by more than one hour, for example because the machine was off. Expired data is removed from then on. Confirming a trusted clock has no effect.',
    security,
    response,
  };
  app.post('/clock/confirm', { schema: confirm }, async (request, reply) => {
    await time.confirm(({ from, to }) =>
      context.entry(request, {
        action: 'clock.confirm',
        target: 'clock',
        before: { confirmed_at: isoInstant(from) },
        after: { clock_at: isoInstant(to) },
      }),
    );
    return reply.send(describeClock());
  });
}

/** Maximum jobs named in one response; the others are counted. */
const mostNamed = 200;

const unreadableJobs = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      reason: z.string().meta({ description: 'Unreadable part of the record, and the reason.' }),
      noticed_at: instant.meta({ description: 'Time of the detection by the responding process.' }),
    }),
  ),
  total: z.int().meta({ description: `Total number; the first ${mostNamed} are listed.` }),
});

/** `unreadable-jobs`: jobs that were set aside because their records cannot be read. */
export function registerUnreadableJobs(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Jobs'],
    summary: 'List jobs with unreadable records',
    description:
      'These jobs are set aside unchanged: they are not processed, and their credits do not move, until a release can read them.',
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
