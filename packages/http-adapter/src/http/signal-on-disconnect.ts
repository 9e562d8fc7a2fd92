import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the caller leaves before the response, for work that no caller would wait for any longer. It hangs on
 * this response alone, so a connection that carries many requests gathers nothing.
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
