import { CallGatherer } from '@filmgate/core';
import type { CallLog } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';

/** Where a listener logs the calls of its programmatic routes (decisions §6 `request-logs`). */
export function callLogOf({ composed, ids, digest, live }: GatewayServices): CallLog {
  const { storage, clock } = composed.ports;
  const gatherer = new CallGatherer();
  return {
    record: (entry, likeness) => storage.requestLogs.append([gatherer.take(entry, likeness)]),
    clock,
    ids,
    digest,
    keepsPrompts: () => live.current().FILMGATE_LOG_PROMPTS,
  };
}
