import type { Logger } from '@filmgate/core';
import { SparingLines } from './sparing-lines.ts';

/** What strangers cause by knocking, and callers while the store is away: by a call each. */
const eventsOfCalls: ReadonlySet<string> = new Set([
  'api_key_refused',
  'login_failed',
  'storage_unavailable',
  'request_failed',
]);

/** Lines of each of these events in a minute. */
const bounds = { each: 100, inAll: 100 * eventsOfCalls.size };

/** The log, with the first lines of such events in each minute and the number of the others. */
export function sparingEvents(log: Logger): Logger {
  const lines = new SparingLines({
    bounds,
    tell: (kind, count) => log.warn('events-counted', { ...kind, count }),
  });
  const isTold = (event: string): boolean =>
    !eventsOfCalls.has(event) || lines.takes(event, { of: event });
  return {
    info: (event, fields) => {
      if (isTold(event)) log.info(event, fields);
    },
    warn: (event, fields) => {
      if (isTold(event)) log.warn(event, fields);
    },
    error: (event, error, fields) => {
      if (isTold(event)) log.error(event, error, fields);
    },
  };
}
