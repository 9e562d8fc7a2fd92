import { findUntoldCalls } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';
import { sharesStore } from './shares-store.ts';

/** Within this time another node that lives has told of a call it accepted, in ms. */
const othersTellWithinMs = 10_000;

/**
 * Adds to the request log, at the start and without holding it up, the calls a kill kept it from telling of. A store that is
 * halted shows no jobs: a node that starts on it is to say so, and tells of the calls at its next start.
 */
export async function tellUntoldCalls(
  { gateway, composed }: GatewayServices,
  stopping: AbortSignal,
): Promise<void> {
  const { storage, clock, ids, log } = composed.ports;
  const { requestLogs, memory } = storage;
  if ((memory?.lost() ?? null) !== null) return;
  const tell = await findUntoldCalls({ gateway, requestLogs, ids });
  const afterOthers = async (): Promise<number> => {
    if (sharesStore(composed.ports)) await clock.sleep(othersTellWithinMs, stopping);
    return stopping.aborted ? 0 : tell();
  };
  afterOthers().then(
    (calls) => {
      if (calls > 0) log.warn('untold_calls_found', { calls });
    },
    (error: unknown) => log.error('untold_calls_not_looked_for', error),
  );
}
