import type { Command } from 'commander';

/** Runs a command. What it throws is printed, and ends the process with the exit code. */
export async function reportFailure(
  command: Command,
  act: () => Promise<void>,
  exitCode = 1,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    command.error(`filmgate-mock: ${message}`, { exitCode });
  }
}
