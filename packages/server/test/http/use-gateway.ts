import { afterAll, beforeAll } from 'vitest';
import { type Gateway, type GatewayOptions, startGateway } from './start-gateway.ts';
import { type LocalClient, localClient } from './local-client.ts';
import { type TasksClient, tasksClient } from './tasks-client.ts';

export interface SharedGateway {
  readonly gateway: Gateway;
  /** Client of the API user without a limit, the initial one of every gateway in the tests. */
  readonly tasks: TasksClient;
  /** Client of the Local Generation API with the service key. */
  readonly local: LocalClient;
  /** Creates another API user of the gateway. */
  newUser(
    totalLimit?: number,
  ): Promise<TasksClient & { readonly id: string; readonly key: string }>;
}

/** Starts one gateway for the enclosing file or `describe` block; ready from `beforeAll` on. */
export function useGateway(options?: () => GatewayOptions): SharedGateway {
  let started: Gateway | undefined;
  const gateway = (): Gateway => {
    if (started === undefined) throw new Error('the gateway has not started');
    return started;
  };
  beforeAll(async () => {
    started = await startGateway(options?.());
  });
  afterAll(async () => {
    await started?.stop();
  });
  return {
    get gateway() {
      return gateway();
    },
    get tasks() {
      return tasksClient(gateway().tasksUrl, gateway().apiUserKey);
    },
    get local() {
      return localClient(gateway().localUrl, gateway().serviceApiKey);
    },
    async newUser(totalLimit) {
      const user = await gateway().createApiUser(totalLimit === undefined ? {} : { totalLimit });
      return { ...tasksClient(gateway().tasksUrl, user.key), ...user };
    },
  };
}
