#!/usr/bin/env node
import { Command } from 'commander';
import { type Act, addKeepingCommands } from './commands/keeping-commands.ts';
import { addGenerateCommand } from './commands/add-generate-command.ts';
import { addJobsCommands } from './commands/jobs/add-jobs-commands.ts';
import { addBackupCommands } from './commands/add-backup-commands.ts';
import type { RunningGateway } from './compose.ts';
import {
  type ReadSettings,
  readSettings,
  type ReadSettingsOptions,
} from './settings/read-settings.ts';
import { packageVersion } from './version.ts';

/** Exit codes of the commands. */
const couldNotRun = 1;
const migrateCodes = { moved: 0, refused: 2, different: 3, interrupted: 130 } as const;
const providersBad = 2;

/** Umask of the files of the gateway: only their owner can read them. */
const privateFiles = 0o077;

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(couldNotRun);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function settingsOrLeave(options?: ReadSettingsOptions): ReadSettings {
  const result = readSettings(process.env, options);
  if (result.kind === 'read') return result;
  leave(`filmgate cannot start:\n${result.problems.map((problem) => `  ${problem}`).join('\n')}`);
}

async function run(make: () => Promise<RunningGateway>): Promise<void> {
  const { stopOnSignals } = await import('./commands/signals.ts');
  process.umask(privateFiles);
  const started = make();
  // Installed first: a signal during the start stops the gateway right after the start.
  stopOnSignals({
    source: process,
    monotonicMs: () => performance.now(),
    stop: async () => (await started).stop(),
    exit: (code) => process.exit(code),
  });
  try {
    await started;
  } catch (error) {
    leave(`filmgate cannot start: ${messageOf(error)}`);
  }
}

async function runMigrate(options: { readonly from: string; readonly to: string }): Promise<void> {
  const { settings } = settingsOrLeave();
  const { migrate } = await import('./commands/migrate.ts');
  const { createMoveDisplay } = await import('./commands/progress-display.ts');
  const { interruptions } = await import('./commands/signals.ts');
  process.umask(privateFiles);
  try {
    const { kind, message } = await migrate({
      ...options,
      settings,
      display: createMoveDisplay(process.stderr),
      interrupted: interruptions(process, (code) => process.exit(code)),
    });
    if (kind === 'moved') process.stdout.write(`${message}\n`);
    else process.stderr.write(`filmgate migrate: ${message}\n`);
    process.exitCode = migrateCodes[kind];
  } catch (error) {
    leave(`filmgate migrate: ${messageOf(error)}`);
  }
}

/** Wraps a command that returns a sentence for the operator. */
function saying(name: string, act: Act): () => Promise<void> {
  return async () => {
    const { settings } = settingsOrLeave();
    try {
      process.stdout.write(`${await act(settings)}\n`);
    } catch (error) {
      leave(`filmgate ${name}: ${messageOf(error)}`);
    }
  };
}

const program = new Command('filmgate')
  .description('One dependable API in front of paid video and image generators.')
  .version(packageVersion());

program
  .command('serve')
  .description('run the gateway with settings from the environment only')
  .action(async () => {
    const read = settingsOrLeave();
    const { serve } = await import('./commands/serve.ts');
    await run(() => serve(read, process.stdout));
  });

program
  .command('start')
  .description('run the gateway with demo accounts and print URLs, credentials and a first command')
  .action(async () => {
    const read = settingsOrLeave({ makesKeys: true });
    const { start } = await import('./commands/serve.ts');
    await run(() => start(read, process.stdout));
  });

addGenerateCommand(program, { settings: () => settingsOrLeave({ makesKeys: true }), leave });

const config = program
  .command('config')
  .description('inspect the settings without starting the gateway');

config
  .command('check')
  .description('check environment, catalog file, data directory, store and ports')
  .option('--no-ports', 'skip the check of the ports')
  .action(async (options: { readonly ports: boolean }) => {
    const { checkConfig } = await import('./commands/check-config.ts');
    const { problems, warnings, looked } = await checkConfig(process.env, options);
    if (problems.length > 0) {
      leave(`filmgate could not start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    }
    const lines = [...looked, ...warnings.map((warning) => `warning: ${warning}`)];
    process.stdout.write(`${lines.join('\n')}\nfilmgate can start.\n`);
  });

config
  .command('print')
  .description('print every setting with its source and value; secrets are always masked')
  .option('--redacted', 'no effect: secrets are always masked')
  .action(async () => {
    const read = settingsOrLeave();
    const { printConfig } = await import('./commands/print-config.ts');
    process.stdout.write(`${printConfig(read)}\n`);
    process.stderr.write(
      'Values stored through the admin API are not included; see GET /api/v1/admin/settings.\n',
    );
  });

program
  .command('catalog')
  .description('inspect the model catalog')
  .command('check [file]')
  .description('show the routes of each combination of a family, or the errors of the catalog')
  .action(async (file: string | undefined) => {
    const read = settingsOrLeave({ makesKeys: true });
    const { checkCatalog } = await import('./commands/check-catalog.ts');
    try {
      await checkCatalog(file, read, process.stdout);
    } catch (error) {
      leave(`filmgate catalog check: ${messageOf(error)}`);
    }
  });

async function spendingOf(amount: string | undefined) {
  if (amount === undefined) return undefined;
  const { createProgressDisplay } = await import('./commands/progress-display.ts');
  const { interruptions } = await import('./commands/signals.ts');
  process.umask(privateFiles);
  const display = createProgressDisplay(process.stderr);
  return { amount, display, interrupted: interruptions(process, (code) => process.exit(code)) };
}

const providers = program.command('providers').description('inspect provider endpoints');

providers
  .command('list')
  .description(
    'list every provider endpoint with its credentials, models and handling of lost responses',
  )
  .action(async () => {
    const read = settingsOrLeave({ makesKeys: true });
    const { listProviders } = await import('./commands/providers.ts');
    try {
      await listProviders(read, process.stdout);
    } catch (error) {
      leave(`filmgate providers list: ${messageOf(error)}`);
    }
  });

providers
  .command('check [endpoint]')
  .description('check connection and login of each endpoint with an account; orders nothing')
  .option(
    '--spend <amount>',
    'also order the cheapest video of each endpoint, up to this total: dollars as 0.50, units as 4.5',
  )
  .action(async (endpoint: string | undefined, options: { readonly spend?: string }) => {
    const read = settingsOrLeave({ makesKeys: true });
    const { checkProviders } = await import('./commands/providers.ts');
    try {
      const spending = await spendingOf(options.spend);
      if (!(await checkProviders({ endpoint, spending }, read, process.stdout)))
        process.exitCode = providersBad;
    } catch (error) {
      leave(`filmgate providers check: ${messageOf(error)}`);
    }
  });

program
  .command('migrate')
  .description('move the data of a stopped gateway to another store, and verify the copy')
  .requiredOption('--from <store>', 'current store: sqlite')
  .requiredOption('--to <store>', 'target store: redis')
  .action(runMigrate);

addBackupCommands(program, {
  settings: () => settingsOrLeave().settings,
  leave,
  privateFiles,
});

addKeepingCommands(program, saying);

addJobsCommands(program, {
  settings: () => settingsOrLeave({ makesKeys: true }),
  leave,
  privateFiles,
});

await program.parseAsync();
