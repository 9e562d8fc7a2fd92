import { Command } from 'commander';
import {
  type ControlTokenOptions,
  controlTokenOption,
  readControlToken,
} from './control-token-option.ts';
import { checkCommand, recordCommand } from './cassette-commands.ts';
import { replayCommand, serveCommand } from './serve-command.ts';
import { waitCommand } from './wait-command.ts';

/** Runs the command `filmgate-mock`. `args`: as in `process.argv`, including the program and its file. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = new Command('filmgate-mock').description(
    'A mock video and image provider with a true ledger.',
  );

  program.addCommand(serveCommand());
  program.addCommand(waitCommand());
  program.addCommand(recordCommand());
  program.addCommand(replayCommand());
  program.addCommand(checkCommand());

  program
    .command('verdict')
    .description(
      'print what the clients of a running mock did wrong; exits with 1 for findings, with 2 if there is no mock',
    )
    .argument(
      '<url>',
      'address of the mock, or of one of its spaces: http://127.0.0.1:8789/s/suite-1',
    )
    .addOption(controlTokenOption())
    .action(async (url: string, options: ControlTokenOptions) => {
      try {
        const { askVerdict } = await import('../verdict/ask-verdict.ts');
        const { printVerdict } = await import('../verdict/print-verdict.ts');
        const verdict = await askVerdict(url, readControlToken(options));
        process.stdout.write(printVerdict(verdict));
        process.exitCode = verdict.clean ? 0 : 1;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        program.error(`filmgate-mock: ${message}`, { exitCode: 2 });
      }
    });

  await program.parseAsync(args);
}
