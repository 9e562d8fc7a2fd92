import type { EventLog } from '@filmgate/core';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that never reach a log line, wherever they stand. */
const redactedFields = [
  'authorization',
  'cookie',
  'key',
  'secret',
  'password',
  'prompt',
  '*.authorization',
  '*.cookie',
  '*.key',
  '*.secret',
  '*.password',
  '*.prompt',
];

/** Structured log lines on standard error; prompts only where the operator asked for them. */
export function createLogger(options: {
  readonly level: string;
  readonly logPrompts: boolean;
  readonly destination?: DestinationStream;
}): Logger {
  const paths = options.logPrompts ? redactedFields.filter((field) => !field.includes('prompt')) : redactedFields;
  const settings = { level: options.level, base: null, redact: { paths, censor: '[redacted]' } };
  return pino(settings, options.destination ?? pino.destination({ fd: 2, sync: true }));
}

/** The core's log port on a logger. */
export function createEventLog(logger: Logger): EventLog {
  return {
    info: (event, fields = {}) => logger.info({ event, ...fields }),
    warn: (event, fields = {}) => logger.warn({ event, ...fields }),
    error: (event, error, fields = {}) => logger.error({ event, err: error, ...fields }),
  };
}
