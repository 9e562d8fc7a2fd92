import { Command } from 'commander';
import { checkCommand, recordCommand, redactCommand } from './cassette-commands.ts';
import { replayCommand, serveCommand } from './serve-command.ts';
import { verdictCommand } from './verdict-command.ts';
import { waitCommand } from './wait-command.ts';

/** Commands that exit with 1 for what they found, and so with 2 if they could not look. */
const finding: ReadonlySet<string> = new Set(['record', 'redact', 'check', 'verdict']);

/** Runs the command `filmgate-mock`. `args`: as in `process.argv`, including the program and its file. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = new Command('filmgate-mock').description(
    'A mock video and image provider with a true ledger.',
  );

  program.addCommand(serveCommand());
  program.addCommand(waitCommand());
  program.addCommand(recordCommand());
  program.addCommand(redactCommand());
  program.addCommand(replayCommand());
  program.addCommand(checkCommand());
  program.addCommand(verdictCommand());

  try {
    await program.parseAsync(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const exitCode = finding.has(args[2] ?? '') ? 2 : 1;
    program.error(`filmgate-mock: ${message}`, { exitCode });
  }
}
