import { findUntoldCalls } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';

/** Adds to the request log, at the start and without holding it up, the calls a kill kept it from telling of. */
export async function tellUntoldCalls({ gateway, composed }: GatewayServices): Promise<void> {
  const { storage, ids, log } = composed.ports;
  const { requestLogs } = storage;
  const tell = await findUntoldCalls({ gateway, requestLogs, ids });
  tell().then(
    (calls) => {
      if (calls > 0) log.warn('untold_calls_found', { calls });
    },
    (error: unknown) => log.error('untold_calls_not_looked_for', error),
  );
}
