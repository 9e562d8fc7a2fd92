import {
  adminDescription,
  localGenerationDescription,
  localGenerationServerOptions,
} from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRequestLines } from '../log/request-lines.ts';
import { observeAnswers } from '../log/observe-answers.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { adminApi } from './admin-api.ts';
import type { GatewayServices } from './gateway-services.ts';
import { keepSettingsFresh } from './keep-settings-fresh.ts';
import type { LocalListenerParts } from './listener-parts.ts';
import { localGenerationApi } from './local-generation-api.ts';
import { operationApi } from './operation-api.ts';
import { pages } from './pages.ts';
import { serverOptions } from './server-options.ts';

/** The local listener: the Local Generation API, login, the admin API, the pages and health. */
export async function createLocalListener(
  settings: Settings,
  services: GatewayServices,
  listener: LocalListenerParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions(settings),
    ...localGenerationServerOptions(() => services.ids.next()),
  });
  listener.bounds.apply(app);
  observeAnswers(app, [
    createRequestLines(app, listener.logger, 'local'),
    services.metrics.observeRequest('local'),
  ]);
  keepSettingsFresh(app, services);
  await app.register(
    operationApi(services, {
      ...listener,
      surfaces: [localGenerationDescription, adminDescription],
    }),
  );
  await app.register(adminApi(services, listener));
  await app.register(pages(services, listener));
  await app.register(localGenerationApi(services, listener));
  return app;
}
