import type { Logger } from '@filmgate/core';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

/** Fields that never reach a log line, at the top or one level below. */
const secretFields = [
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'headers',
  'key',
  'secret',
  'password',
  'signature',
  'token',
  'url',
];
const promptField = 'prompt';

export interface LoggerOptions {
  readonly level: string;
  /** Whether the operator wants prompts in the log; asked at each line that has one. */
  readonly logPrompts: () => boolean;
  /** Where lines go; standard error when absent. */
  readonly destination?: DestinationStream;
}

/** Structured log lines, one JSON object each; secrets and prompts redacted. */
export function createPino({ level, logPrompts, destination }: LoggerOptions): PinoLogger {
  const fields = [...secretFields, promptField];
  const paths = [...fields, ...fields.map((field) => `*.${field}`)];
  const censor = (value: unknown, path: readonly string[]): unknown =>
    path.at(-1) === promptField && logPrompts() ? value : '[redacted]';
  return pino(
    { level, base: null, redact: { paths, censor } },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** The core's log port on a logger. */
export function createLogger(logger: PinoLogger): Logger {
  return {
    info: (event, fields = {}) => logger.info({ ...fields, event }),
    warn: (event, fields = {}) => logger.warn({ ...fields, event }),
    error: (event, error, fields = {}) => logger.error({ ...fields, event, err: error }),
  };
}
