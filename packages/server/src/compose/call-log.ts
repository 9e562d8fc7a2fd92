import type { CallLog } from '@filmgate/http-adapter';
import type { GatewayServices } from './gateway-services.ts';

/** Where a listener logs the calls of its programmatic routes [request-log.every-call]. */
export function callLogOf({
  composed,
  calls,
  figures,
  ids,
  digest,
  live,
}: GatewayServices): CallLog {
  return {
    record: (entry, likeness) => {
      figures.countCall(entry);
      calls.record(entry, likeness);
    },
    countPoll: (poll) => {
      if (!calls.countPoll(poll)) return false;
      figures.countCall(poll);
      return true;
    },
    clock: composed.ports.clock,
    ids,
    digest,
    keepsPrompts: () => live.current().FILMGATE_LOG_PROMPTS,
  };
}
