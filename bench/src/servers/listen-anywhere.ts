import type { FastifyInstance } from 'fastify';

/** Listens on a port the system chooses, reachable from this machine only; resolves with it. */
export async function listenAnywhere(app: FastifyInstance): Promise<number> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(url).port);
}
