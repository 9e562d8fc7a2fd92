import { createFailedCredentials, type SurfaceDescription } from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { createRequestLines } from '../log/request-lines.ts';
import { observeAnswers } from '../log/observe-answers.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { GatewayServices } from './gateway-services.ts';
import { keepSettingsFresh } from './keep-settings-fresh.ts';
import type { ListenerParts } from './listener-parts.ts';
import { operationApi } from './operation-api.ts';
import { serverOptions } from './server-options.ts';

/** What a listener of a node says of itself that only runs jobs. */
const runnerDescription: SurfaceDescription = {
  title: 'Filmgate runner',
  summary: 'A node that runs jobs and answers for its health and its metrics alone.',
  schemas: [],
  securitySchemes: {
    metricsToken: { type: 'http', scheme: 'bearer', description: 'The metrics token.' },
  },
  refuseMethod: (reply, allow) => void reply.code(405).header('allow', allow).send(),
};

/** A listener of a node that only runs jobs: health and, for the metrics token, metrics. */
export async function createRunnerListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts & { readonly name: 'tasks' | 'local' },
): Promise<FastifyInstance> {
  const { metrics } = services;
  const failedCredentials = createFailedCredentials(services.composed.ports);
  const app = Fastify(serverOptions(settings));
  listener.bounds.apply(app);
  observeAnswers(app, [
    createRequestLines(app, listener.logger, listener.name),
    metrics.observeRequest(listener.name),
  ]);
  keepSettingsFresh(app, services);
  await app.register(operationApi(services, { ...listener, surfaces: [runnerDescription] }));
  app.get('/metrics', async (request, reply): Promise<FastifyReply> => {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined || services.metricsTokenMatches(token) !== true) {
      const waitMs = token === undefined ? null : failedCredentials.count(request.ip);
      if (waitMs !== null)
        return reply
          .code(429)
          .header('retry-after', String(Math.ceil(waitMs / 1_000)))
          .send();
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    }
    return reply.header('content-type', metrics.contentType).send(await metrics.render());
  });
  return app;
}
