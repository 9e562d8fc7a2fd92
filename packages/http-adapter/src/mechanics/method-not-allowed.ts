import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';

/** Keeps a route out of the OpenAPI document. */
const undescribed: FastifySchema & { readonly hide: true } = { hide: true };

/**
 * Answers every other method on a known path, so that a wrong method is told apart from an unknown path
 * (RFC 9110 §15.5.6). The answer is given before any body is read.
 *
 * @param path.allowed - the methods the path has routes for
 * @param refuse - sends the answer; `allow` is the value of the `Allow` header
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  path: { readonly url: string; readonly allowed: readonly string[] },
  refuse: (reply: FastifyReply, allow: string) => void,
): void {
  const allowed = path.allowed.includes('GET')
    ? [...new Set([...path.allowed, 'HEAD'])]
    : path.allowed;
  const allow = allowed.join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url: path.url,
    exposeHeadRoute: false,
    schema: undescribed,
    onRequest: (_request, reply) => refuse(reply, allow),
    handler: (_request, reply) => refuse(reply, allow),
  });
}
