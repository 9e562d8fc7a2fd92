import { Command } from 'commander';
import { checkCommand, recordCommand, redactCommand } from './cassette-commands.ts';
import { replayCommand, serveCommand } from './serve-command.ts';
import { verdictCommand } from './verdict-command.ts';
import { waitCommand } from './wait-command.ts';

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

  await program.parseAsync(args);
}
