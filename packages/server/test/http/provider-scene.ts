import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockServer, type MockServerOptions, startMockServer } from '@filmgate/upstream-mock';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { type Gateway, type GatewayOptions, startGateway } from './start-gateway.ts';

/** A mock that speaks as providers, and a gateway with endpoints there, which are polled at once. */
export interface ProviderScene {
  readonly mock: MockServer;
  readonly gateway: Gateway;
  /** Folder of the gateway's files, removed with the scene. */
  readonly folder: string;
  close(): Promise<void>;
}

interface SceneOptions
  extends Required<Pick<MockServerOptions, 'personalities'>>,
    Pick<MockServerOptions, 'onRequest'>,
    Omit<GatewayOptions, 'env'> {
  /** Returns the settings that name the mock by its URL; files belong into the folder. */
  readonly settings: (url: string, folder: string) => Promise<NonNullable<GatewayOptions['env']>>;
}

export async function startProviderScene({
  personalities,
  onRequest,
  settings,
  ...options
}: SceneOptions): Promise<ProviderScene> {
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-scene-'));
  const mock = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1_000, seed: 'seed', control: true },
    personalities,
    ...(onRequest !== undefined && { onRequest }),
    now: () => Date.now(),
  });
  const env = await settings(mock.url, folder);
  const gateway = await startGateway({ wrapPorts: withQuickEndpoints, ...options, env });
  const close = async () => {
    await gateway.stop();
    await mock.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { mock, gateway, folder, close };
}

/** Returns the settings of a gateway with one endpoint, and with the families of its protocol. */
export async function oneEndpoint(
  folder: string,
  endpoint: { readonly id: string; readonly protocol: string; readonly baseUrl: string },
) {
  const { id, protocol, baseUrl } = endpoint;
  const file = join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ [id]: { protocol, base_url: baseUrl } }));
  return { FILMGATE_PROVIDERS_FILE: file, FILMGATE_CATALOG: protocol };
}
