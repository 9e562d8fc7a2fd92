import type { FastifyRequest } from 'fastify';

/** A signal that aborts when the caller's connection closes, for work nobody would wait for any longer. */
export function abortWhenGone({ raw: { socket } }: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
}
