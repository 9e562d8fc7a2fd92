import type { Logger } from '@filmgate/core';
import { Counter, type Registry } from '@platformatic/prom-client';

/** The log, its events counted whether or not they are written. Their names are words of ours, never a caller's. */
export function countLogEvents(registry: Registry, log: Logger): Logger {
  const total = new Counter({
    name: 'filmgate_log_events_total',
    help: 'Events of the operational log; those below the log level count too.',
    labelNames: ['level', 'event'],
    registers: [registry],
  });
  return {
    info: (event, fields) => {
      total.inc({ level: 'info', event });
      log.info(event, fields);
    },
    warn: (event, fields) => {
      total.inc({ level: 'warn', event });
      log.warn(event, fields);
    },
    error: (event, fault, fields) => {
      total.inc({ level: 'error', event });
      log.error(event, fault, fields);
    },
  };
}
