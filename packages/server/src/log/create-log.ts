import type { Logger } from '@filmgate/core';
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

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
  /** The machine or process that writes, so that the lines of several nodes can be told apart in one stream. */
  readonly node: string;
  /** `epoch` = ms since 1970; `iso` = as RFC 3339 has it, in UTC. */
  readonly time: 'epoch' | 'iso';
  /** Where lines go; standard error when absent. */
  readonly destination?: DestinationStream;
}

/** Structured log lines, one JSON object each; secrets and prompts redacted. */
export function createPino({
  level,
  logPrompts,
  node,
  time,
  destination,
}: LoggerOptions): PinoLogger {
  const fields = [...secretFields, promptField];
  const paths = [...fields, ...fields.map((field) => `*.${field}`)];
  const censor = (value: unknown, path: readonly string[]): unknown =>
    path.at(-1) === promptField && logPrompts() ? value : '[redacted]';
  return pino(
    {
      level,
      base: { node },
      redact: { paths, censor },
      ...(time === 'iso' && { timestamp: stdTimeFunctions.isoTime }),
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  );
}

/** The core's log port on a logger. */
export function createLogger(logger: PinoLogger): Logger {
  return {
    info: (event, fields = {}) => logger.info({ ...fields, event }, wordsOf(event)),
    warn: (event, fields = {}) => logger.warn({ ...fields, event }, wordsOf(event)),
    error: (event, error, fields = {}) =>
      logger.error({ ...fields, event, err: error }, wordsOf(event)),
  };
}

/** For programs that speak for themselves. */
export function createSilentLogger(): Logger {
  const time = 'epoch';
  return createLogger(createPino({ level: 'silent', logPrompts: () => false, node: '', time }));
}

/** What viewers of logs show of a line (`msg`). */
function wordsOf(event: string): string {
  return event.replaceAll(/[-_]/g, ' ');
}
