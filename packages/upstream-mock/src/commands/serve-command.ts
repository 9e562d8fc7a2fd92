import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ReplayMode } from '../cassettes/cassette-mode.ts';
import { type PersonalityName, personalityNames } from '../personalities/known-personalities.ts';
import { chaosProfiles } from '../scenario/chaos.ts';
import { tokenProblem } from '../server/control-token.ts';
import { isOwnName } from '../server/foreign-control.ts';
import { type MockServer, startMockServer } from '../server/mock-server.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { readScript, type ScriptOptions } from './read-script.ts';

/** A second signal this soon is the first one once more: npm forwards what the terminal already sent, in ms [signals.second]. */
const sameSignalMs = 2_000;

interface ServeOptions extends ScriptOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: string;
  readonly speed: number;
  readonly ledger?: string;
  readonly cassette?: string;
  readonly cassetteMode: ReplayMode;
  readonly control?: boolean;
  readonly controlHost?: readonly string[];
  readonly callbackHost?: readonly string[];
  readonly controlToken?: string;
  readonly controlTokenFile?: string;
  readonly as?: readonly PersonalityName[];
  readonly dropSpacesAfter: number;
  readonly exitWithParent?: boolean;
  readonly log?: 'json';
}

/** @throws InvalidArgumentError for what is no port */
export function portFrom(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('must be a whole number from 0 to 65535');
  return port;
}

function minutesFrom(text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a number of minutes');
}

function speedFrom(text: string): number {
  const speed = Number(text);
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new InvalidArgumentError('the speed must be a positive number');
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

/** Undefined where none is given, as by an empty variable: Compose passes on one that is not set. */
function readToken({ controlToken = '', controlTokenFile: file = '' }: ServeOptions) {
  if (file === '') return controlToken === '' ? undefined : controlToken;
  if (controlToken !== '') throw new Error('both a control token and a file with one are given');
  const token = readFileSync(file, 'utf8').trim();
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  return token;
}

/** Whether the control routes exist, and what they ask for. Beyond this machine they tell strangers every key. */
function readControl(options: ServeOptions) {
  const { host, control } = options;
  const token = readToken(options);
  if (control === true && token === undefined && !isOwnName(host, []))
    throw new Error(
      `--control beyond loopback (--host ${host}) needs a token: set FILMGATE_MOCK_CONTROL_TOKEN, give --control-token-file, or leave --control out`,
    );
  return {
    control: control ?? (token !== undefined || isOwnName(host, [])),
    ...(token !== undefined && { controlToken: token }),
  };
}

function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function serve(options: ServeOptions): Promise<void> {
  keepHeapSmall();
  const { host, port, seed, speed, ledger, log, as: personalities = [], cassette } = options;
  const server = await startMockServer({
    host,
    port,
    speed,
    ...(seed !== undefined && { seed }),
    ...(await readScript(options, personalities)),
    ...readControl(options),
    controlHosts: options.controlHost ?? [],
    callbackHosts: options.callbackHost ?? [],
    personalities,
    now: () => Date.now(),
    spaceIdleMs: options.dropSpacesAfter * 60_000,
    ...(ledger !== undefined && { ledgerFile: ledger }),
    ...(cassette !== undefined && { cassette: { folder: cassette, mode: options.cassetteMode } }),
    ...(log === 'json' && { onRequest: printJson }),
  });
  stopWhenTold(server, options.exitWithParent ?? false);
  if (log === 'json') {
    printJson({ listens: server.url, as: personalities });
    return;
  }
  process.stdout.write(`filmgate-mock listens on ${server.url}\n`);
  for (const name of personalities) {
    process.stdout.write(`filmgate-mock speaks ${name} at ${server.url}/${name}\n`);
  }
}

/** The token of the control routes, for those who serve them and those who ask. */
export function controlTokenOption(): Option {
  return new Option(
    '--control-token <token>',
    'what /_mock/… asks for; better in the variable: options are seen by every user of the machine',
  ).env('FILMGATE_MOCK_CONTROL_TOKEN');
}

/** What it listens at, and what it is there. */
function mockOptions(): readonly Option[] {
  return [
    new Option('--port <number>', 'port; 0 = any free one').argParser(portFrom).default(8789),
    new Option('--host <address>', 'address to bind').default('127.0.0.1'),
    new Option(
      '--seed <text>',
      'ids, times and pictures follow from it; else that of the scenario, or filmgate',
    ).env('FILMGATE_MOCK_SEED'),
    new Option('--speed <number>', '20 = twenty times faster')
      .env('FILMGATE_MOCK_SPEED')
      .argParser(speedFrom)
      .default(1),
    new Option(
      '--as <provider...>',
      'speak the wire of this provider, too, below /<provider>',
    ).choices(personalityNames),
    new Option(
      '--ledger <file>',
      'keep the ledger of the default space in this file over restarts',
    ),
    new Option(
      '--cassette-mode <mode>',
      'lockdown: recorded submissions may be repeated; once: as often as recorded',
    )
      .choices(['lockdown', 'once'] satisfies readonly ReplayMode[])
      .default('lockdown'),
    new Option(
      '--callback-host <name...>',
      'hosts that callbacks may go to; for callers on this machine also loopback ones',
    ),
    new Option('--drop-spaces-after <minutes>', 'forget a space unused for so long; 0 = never')
      .argParser(minutesFrom)
      .default(10),
  ];
}

function scriptOptions(): readonly Option[] {
  return [
    new Option('--scenario <file>', 'how every space begins, and what happens in it'),
    new Option('--chaos <profile>', 'draw faults for every submission').choices(chaosProfiles),
    new Option('--chaos-seed <text>', 'what they are drawn by; else the seed of the space'),
    new Option('--plan <file>', 'faults as GET /_mock/plan gave them').conflicts('chaos'),
  ];
}

function controlOptions(): readonly Option[] {
  return [
    new Option('--control', 'serve /_mock/… (default on loopback, and with a token)'),
    new Option('--no-control', 'do not serve /_mock/…'),
    new Option(
      '--control-host <name...>',
      'further names /_mock/… is reached under without a token',
    ),
    controlTokenOption(),
    new Option('--control-token-file <file>', 'file with that token').env(
      'FILMGATE_MOCK_CONTROL_TOKEN_FILE',
    ),
  ];
}

function processOptions(): readonly Option[] {
  return [
    new Option(
      '--exit-with-parent',
      'end when standard input closes, as it does when the parent has died',
    ),
    new Option('--log <form>', 'json = print a line for each request').choices(['json']),
  ];
}

function servingCommand(name: string, description: string): Command {
  const command = new Command(name).description(description);
  for (const option of [
    ...mockOptions(),
    ...scriptOptions(),
    ...controlOptions(),
    ...processOptions(),
  ])
    command.addOption(option);
  return command;
}

async function run(command: Command, options: ServeOptions): Promise<void> {
  try {
    await serve(options);
  } catch (error) {
    command.error(`filmgate-mock: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `filmgate-mock serve` [commands.mock-serve]. */
export function serveCommand(): Command {
  const command = servingCommand('serve', 'listen as an HTTP provider');
  command.option('--cassette <folder>', 'replay this recording, too, each upstream below /<name>');
  return command.action((options: ServeOptions) => run(command, options));
}

/** `filmgate-mock replay`: the same, with a recording. */
export function replayCommand(): Command {
  const command = servingCommand('replay', 'answer as recorded, by time and without any provider');
  return command
    .argument('<cassette>', 'folder of the recording')
    .action((cassette: string, options: ServeOptions) => run(command, { ...options, cassette }));
}
