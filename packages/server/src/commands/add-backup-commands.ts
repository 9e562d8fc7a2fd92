import type { Command } from 'commander';
import type { Settings } from '../settings/settings-schema.ts';

/** What the commands need of the program they belong to. */
interface Program {
  /** Ends the program when they cannot be read. */
  readonly settings: () => Settings;
  /** Ends the program with a sentence on standard error. */
  readonly leave: (sentence: string) => never;
  /** The umask of what is written. */
  readonly privateFiles: number;
}

/** Exit code of `filmgate verify` where a file is not what the record of its job says. */
const filesBad = 2;

/** Adds `filmgate backup`, `filmgate restore` and `filmgate verify`. */
export function addBackupCommands(program: Command, parts: Program): void {
  program
    .command('backup <folder>')
    .description('copy everything a gateway keeps to a new folder while it runs, and verify it')
    .showHelpAfterError()
    .action((target: string) =>
      runCommand('backup', parts, async (settings) => {
        const { backup } = await import('./backup.ts');
        return backup({ target, settings, display: await display() });
      }),
    );
  program
    .command('restore <folder>')
    .description('put a backup in the place of what a stopped gateway keeps')
    .option('--acknowledge', 'go on with it: what was unsent in it waits for a resolution')
    .showHelpAfterError()
    .action((source: string, { acknowledge = false }: { readonly acknowledge?: boolean }) =>
      runCommand('restore', parts, async (settings) => {
        const { restore } = await import('./restore.ts');
        return restore({ source, acknowledge, settings, display: await display() });
      }),
    );
  program
    .command('verify')
    .description('read every stored file through, and say which are missing, cut or changed')
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
