import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the caller leaves before the response, for work no caller would wait for any
 * longer. It listens to this response alone, so a connection with many requests accumulates nothing.
 */
export function signalOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
  }
  return controller.signal;
}
