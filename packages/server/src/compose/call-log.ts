import type { CallLog } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';

/** Where both listeners log the calls of their programmatic routes (decisions §6 `request-logs`). */
export function callLogOf({ composed, ids, digest, live }: GatewayServices): CallLog {
  const { storage, clock } = composed.ports;
  return {
    record: (entry) => storage.requestLogs.append([entry]),
    clock,
    ids,
    digest,
    keepsPrompts: () => live.current().FILMGATE_LOG_PROMPTS,
  };
}
