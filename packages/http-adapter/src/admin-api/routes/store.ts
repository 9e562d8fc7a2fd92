import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { errorAnswers, sessionSecurity as security } from '../schemas/page.ts';

const storeAnswer = z.object({
  kind: z.enum(['sqlite', 'redis']).meta({ description: 'Where jobs and accounts are kept.' }),
  loss: z
    .object({
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
  const answer = (): z.infer<typeof storeAnswer> => {
    const lost = store.lost();
    if (lost === null) return { kind: store.kind, loss: null };
    const { noticedAt, missingChanges = null, detail } = lost;
    return {
      kind: store.kind,
      loss: {
        noticed_at: noticedAt === 0 ? null : isoInstant(noticedAt),
        missing_changes: missingChanges,
        detail,
      },
    };
  };
  const schema = {
    tags: ['Store'],
    summary: 'Say whether the store lost changes',
    security,
    response: { 200: storeAnswer, ...errorAnswers },
  };
  app.get('/store', { schema }, (_request, reply) => reply.send(answer()));
}
