/** How a program started by `startProgram` talks to it. */
export interface ProgramParent {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** The process that started this one. Ends this one when that is gone, or asks it to. */
export function programParent(cleanUp: () => Promise<void> = async () => {}): ProgramParent {
  const end = (): void => {
    void cleanUp().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  return {
    send(message) {
      process.send?.(message);
    },
    onMessage(listener) {
      process.on('message', listener);
    },
  };
}

/** The argument `startProgram` gave, as it was sent. */
export function programArgument(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}
