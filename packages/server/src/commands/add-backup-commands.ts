import type { Command } from 'commander';
import type { Settings } from '../settings/settings-schema.ts';

/** Parts of the program that the commands use. */
interface Program {
  /** Ends the program when the settings cannot be read. */
  readonly settings: () => Settings;
  /** Ends the program with a sentence on standard error. */
  readonly leave: (sentence: string) => never;
  /** Umask of the files that are written. */
  readonly privateFiles: number;
}

/** Exit code of `filmgate verify` where a file differs from the record of its job. */
const filesBad = 2;

/** Adds `filmgate backup`, `filmgate restore` and `filmgate verify`. */
export function addBackupCommands(program: Command, parts: Program): void {
  program
    .command('backup <folder>')
    .description(
      'copy the data of a gateway to a new folder, also while the gateway runs, and verify the copy',
    )
    .showHelpAfterError()
    .action((target: string) =>
      runCommand('backup', parts, async (settings) => {
        const { backup } = await import('./backup.ts');
        return backup({ target, settings, display: await display() });
      }),
    );
  program
    .command('restore <folder>')
    .description('replace the data of a stopped gateway with a backup')
    .option(
      '--acknowledge',
      'resume work with the backup; jobs that were not sent yet wait for a resolution',
    )
    .showHelpAfterError()
    .action((source: string, { acknowledge = false }: { readonly acknowledge?: boolean }) =>
      runCommand('restore', parts, async (settings) => {
        const { restore } = await import('./restore.ts');
        return restore({ source, acknowledge, settings, display: await display() });
      }),
    );
  program
    .command('verify')
    .description('read every stored file, and list missing, cut or changed ones')
    .showHelpAfterError()
    .action(() =>
      runCommand('verify', parts, async (settings) => {
        const { verifyFiles } = await import('./verify-files.ts');
        const { isSound, message } = await verifyFiles({ settings, display: await display() });
        if (!isSound) process.exitCode = filesBad;
        return message;
      }),
    );
}

async function display() {
  const { createMoveDisplay } = await import('./progress-display.ts');
  return createMoveDisplay(process.stderr);
}

async function runCommand(
  name: string,
  { settings, leave, privateFiles }: Program,
  act: (settings: Settings) => Promise<string>,
): Promise<void> {
  const read = settings();
  process.umask(privateFiles);
  try {
    process.stdout.write(`${await act(read)}\n`);
  } catch (error) {
    leave(`filmgate ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
