#!/usr/bin/env node
import { isIPv4 } from 'node:net';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addCassetteCommands } from './cassettes/cassette-commands.ts';
import { type PersonalityName, personalityNames } from './personalities/known-personalities.ts';
import { type MockServer, startMockServer } from './server/mock-server.ts';
import { askVerdict } from './verdict/ask-verdict.ts';
import { printVerdict } from './verdict/print-verdict.ts';

/** A second signal this soon is the first one once more: npm forwards what the terminal already sent, in ms [signals.second]. */
const sameSignalMs = 2_000;

interface ServeOptions {
  readonly port: number;
  readonly host?: string;
  readonly cassette?: string;
  readonly cassetteMode?: 'lockdown' | 'once';
  readonly ledger?: string;
  readonly control?: boolean;
  readonly controlHost?: readonly string[];
  readonly as?: readonly PersonalityName[];
  readonly dropSpacesAfter?: number;
  readonly exitWithParent?: boolean;
}

function portFrom(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('must be a whole number from 0 to 65535');
  return port;
}

function minutesFrom(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('must be a number of minutes');
  return Number(text);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Ends the process when it is told to: by a signal, or by the end of its standard input. */
function stopWhenTold(server: MockServer, exitWithParent: boolean): void {
  let firstAt: number | undefined;
  const stop = () => {
    const now = Date.now();
    if (firstAt === undefined) {
      firstAt = now;
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    } else if (now - firstAt > sameSignalMs) {
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (exitWithParent) process.stdin.once('close', stop).resume();
}

async function serve(options: ServeOptions): Promise<void> {
  const { host = '127.0.0.1', port, ledger, as: personalities = [], cassette } = options;
  const server = await startMockServer({
    host,
    port,
    speed: Number(process.env['FILMGATE_MOCK_SPEED'] ?? '1'),
    seed: process.env['FILMGATE_MOCK_SEED'] ?? 'filmgate',
    control: options.control ?? isLoopback(host),
    controlHosts: options.controlHost ?? [],
    personalities,
    now: () => Date.now(),
    spaceIdleMs: (options.dropSpacesAfter ?? 10) * 60_000,
    ...(cassette !== undefined && {
      cassette: { folder: cassette, mode: options.cassetteMode ?? 'lockdown' },
    }),
    ...(ledger !== undefined && { ledgerFile: ledger }),
  });
  stopWhenTold(server, options.exitWithParent ?? false);
  process.stdout.write(`filmgate-mock listens on ${server.url}\n`);
  for (const name of personalities) {
    process.stdout.write(`filmgate-mock speaks ${name} at ${server.url}/${name}\n`);
  }
}

const program = new Command('filmgate-mock').description(
  'A mock video and image provider that keeps the truth.',
);

program
  .command('serve')
  .description(
    'listen as an HTTP provider; reads FILMGATE_MOCK_SPEED (20 = twenty times faster) and FILMGATE_MOCK_SEED',
  )
  .option('--port <number>', 'port; 0 = any free one', portFrom, 8789)
  .option('--host <address>', 'address to bind', '127.0.0.1')
  .addOption(
    new Option(
      '--as <provider...>',
      'speak the wire of this provider, too, below /<provider>',
    ).choices(personalityNames),
  )
  .option('--ledger <file>', 'keep the ledger of the default space in this file over restarts')
  .option(
    '--drop-spaces-after <minutes>',
    'forget a space unused for so long; 0 = never',
    minutesFrom,
    10,
  )
  .option(
    '--exit-with-parent',
    'end when standard input closes, as it does when the parent has died',
  )
  .option('--cassette <folder>', 'replay this recording, too, each upstream below /<name>')
  .option('--control', 'serve /_mock/… (default on loopback)')
  .option('--no-control', 'do not serve /_mock/…')
  .option('--control-host <name...>', 'further names /_mock/… is reached under')
  .action(async (options: ServeOptions) => {
    try {
      await serve(options);
    } catch (error) {
      program.error(`filmgate-mock: ${error instanceof Error ? error.message : String(error)}`);
    }
  });

program
  .command('verdict')
  .description(
    'print what the clients of a running mock did wrong; ends with 1 if anything, with 2 if there is no mock',
  )
  .argument('<url>', 'address of the mock, or of one space of it: http://127.0.0.1:8789/s/suite-1')
  .action(async (url: string) => {
    try {
      const verdict = await askVerdict(url);
      process.stdout.write(printVerdict(verdict));
      process.exitCode = verdict.clean ? 0 : 1;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      program.error(`filmgate-mock: ${message}`, { exitCode: 2 });
    }
  });

addCassetteCommands(program, { portFrom, serve });

await program.parseAsync();
