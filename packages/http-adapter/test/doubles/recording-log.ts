import type { Logger } from '@filmgate/core';

/** One logged line; stack traces are part of the text, so that leaks can be searched for. */
export interface LoggedEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly text: string;
}

/** A logger that records its lines. */
export interface RecordingLog extends Logger {
  readonly events: readonly LoggedEvent[];
  /** Resolves with the lines of one event when there are `count` of them. */
  until(event: string, count?: number): Promise<readonly LoggedEvent[]>;
}

export function createRecordingLog(): RecordingLog {
  const events: LoggedEvent[] = [];
  const watchers = new Set<() => void>();
  const add = (line: LoggedEvent): void => {
    events.push(line);
    for (const watch of watchers) watch();
  };
  return {
    events,
    until: (event, count = 1) =>
      new Promise((resolve) => {
        const watch = (): void => {
          const found = events.filter((line) => line.event === event);
          if (found.length < count) return;
          watchers.delete(watch);
          resolve(found);
        };
        watchers.add(watch);
        watch();
      }),
    info: (event, fields) => add({ level: 'info', event, text: JSON.stringify(fields ?? {}) }),
    warn: (event, fields) => add({ level: 'warn', event, text: JSON.stringify(fields ?? {}) }),
    error: (event, error, fields) =>
      add({
        level: 'error',
        event,
        text: `${JSON.stringify(fields ?? {})} ${error instanceof Error ? error.stack : String(error)}`,
      }),
  };
}
