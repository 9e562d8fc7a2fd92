import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import { errorAnswers, sessionSecurity as security, instant } from '../schemas/page.ts';

const tags = ['Clock'];

const clockAnswer = z.object({
  at: instant.meta({ description: 'What the clock says.' }),
  jump: z
    .object({
      witnessed_at: instant.meta({ description: 'The newest time that is witnessed.' }),
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
  const answer = (): z.infer<typeof clockAnswer> => {
    const jump = time.jump();
    return {
      at: isoInstant(clock.now()),
      jump:
        jump === null
          ? null
          : { witnessed_at: isoInstant(jump.from), clock_at: isoInstant(jump.to) },
    };
  };
  const response = { 200: clockAnswer, ...errorAnswers };
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
