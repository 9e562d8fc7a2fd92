import { composeGateway, readSettings, type RunningGateway } from '@filmgate/server';

/** Keys both nodes are given. */
export const keys = {
  admin: 'a password for the example',
  upstream: 'native-key-of-the-example',
  service: 'service-key-of-the-example',
} as const;

/** One gateway: the same environment as its sibling, with ports of its own. */
export async function startNode(shared: {
  readonly redisUrl: string;
  readonly mockUrl: string;
  readonly dataDirectory: string;
}): Promise<RunningGateway> {
  const read = readSettings({
    FILMGATE_STORAGE: 'redis',
    FILMGATE_REDIS_URL: shared.redisUrl,
    FILMGATE_MOCK_URL: shared.mockUrl,
    FILMGATE_DATA_DIR: shared.dataDirectory,
    FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
    FILMGATE_ADMIN_PASSWORD: keys.admin,
    FILMGATE_NATIVE_API_KEY: keys.upstream,
    FILMGATE_SERVICE_API_KEY: keys.service,
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_LOG_LEVEL: 'error',
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  return composeGateway(read.settings);
}
