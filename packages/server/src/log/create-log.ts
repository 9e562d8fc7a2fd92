import type { Logger } from '@filmgate/core';
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

/** Fields removed from every log line, at the top or one level below. */
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
  /** Returns true if prompts may be logged; called for each line that has one. */
  readonly logPrompts: () => boolean;
  /** Name of the machine or process, which distinguishes the lines of several nodes in one stream. */
  readonly node: string;
  /** `epoch` = ms since 1970; `iso` = RFC 3339, in UTC. */
  readonly time: 'epoch' | 'iso';
  /** Destination of the lines; standard error when absent. */
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

/** Implements the core's log port on a logger. */
export function createLogger(logger: PinoLogger): Logger {
  return {
    info: (event, fields = {}) => logger.info({ ...fields, event }, wordsOf(event)),
    warn: (event, fields = {}) => logger.warn({ ...fields, event }, wordsOf(event)),
    error: (event, error, fields = {}) =>
      logger.error({ ...fields, event, err: error }, wordsOf(event)),
  };
}

/** Returns a log that discards every line, for programs that report errors themselves. */
export function createSilentLogger(): Logger {
  const time = 'epoch';
  return createLogger(createPino({ level: 'silent', logPrompts: () => false, node: '', time }));
}

/** Message of a line (`msg`), which log viewers show. */
function wordsOf(event: string): string {
  return event.replaceAll(/[-_]/g, ' ');
}
