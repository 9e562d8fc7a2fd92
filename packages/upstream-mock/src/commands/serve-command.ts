import { Command, InvalidArgumentError, Option } from 'commander';
import { basePath, type PersonalityName, personalityNames } from '../wires/personality-names.ts';
import { chaosProfiles } from '../faults/chaos.ts';
import { isOwnName } from '../input/foreign-control.ts';
import { type MockServer, startMockServer } from '../server/mock-server.ts';
import {
  type ControlTokenOptions,
  controlTokenOption,
  readControlToken,
} from './control-token-option.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { printProgress } from './print-progress.ts';
import { readScript, type ScriptOptions } from './read-script.ts';

/** A second signal within these ms is a copy of the first: npm forwards the terminal's signal [signals.second]. */
const sameSignalMs = 2_000;

interface ServeOptions extends ScriptOptions, ControlTokenOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: string;
  readonly speed: number;
  readonly ledger?: string;
  readonly cassette?: string;
  readonly control?: boolean;
  readonly controlHost?: readonly string[];
  readonly callbackHost?: readonly string[];
  readonly as?: readonly PersonalityName[];
  readonly dropSpacesAfter: number;
  readonly exitWithParent?: boolean;
  readonly log?: 'json';
  readonly results: 'links' | 'data';
}

/** @throws InvalidArgumentError if the text is not a port */
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

/** Ends the process at a signal, or at the end of its standard input. */
function stopWhenReported(server: MockServer, exitWithParent: boolean): void {
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

/** Existence and token of the control routes. Beyond this machine they would show strangers every key. */
function readControl(options: ServeOptions) {
  const { host, control } = options;
  const token = readControlToken(options);
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
    results: options.results,
    now: () => Date.now(),
    spaceIdleMs: options.dropSpacesAfter * 60_000,
    ...(ledger !== undefined && { ledgerFile: ledger }),
    ...(cassette !== undefined && {
      cassette: { folder: cassette, onProgress: printProgress(process.stderr) },
    }),
    ...(log === 'json' && { onRequest: printJson }),
  });
  stopWhenReported(server, options.exitWithParent ?? false);
  if (log === 'json') {
    printJson({ listens: server.url, as: personalities });
    return;
  }
  process.stdout.write(`filmgate-mock listens on ${server.url}\n`);
  for (const name of personalities) {
    process.stdout.write(`filmgate-mock speaks ${name} at ${server.url}${basePath(name)}\n`);
  }
}

function mockOptions(): readonly Option[] {
  return [
    new Option('--port <number>', 'port; 0 = any free port').argParser(portFrom).default(8789),
    new Option('--host <address>', 'address to bind').default('127.0.0.1'),
    new Option(
      '--seed <text>',
      'determines ids, times and pictures; default: that of the scenario, or filmgate',
    ).env('FILMGATE_MOCK_SEED'),
    new Option('--speed <number>', '20 = all waiting times are divided by 20')
      .env('FILMGATE_MOCK_SPEED')
      .argParser(speedFrom)
      .default(1),
    new Option(
      '--as <provider...>',
      'also speak the API of this provider, below /<provider>',
    ).choices(personalityNames),
    new Option(
      '--ledger <file>',
      'file that keeps the ledger of the default space across restarts',
    ),
    new Option(
      '--results <form>',
      'data = responses contain the files themselves, for clients that refuse loopback addresses',
    )
      .choices(['links', 'data'])
      .default('links'),
    new Option(
      '--callback-host <name...>',
      'hosts allowed as receivers of callbacks; for callers on this machine also loopback ones',
    ),
    new Option(
      '--drop-spaces-after <minutes>',
      'idle time after which a space is dropped; 0 = never',
    )
      .argParser(minutesFrom)
      .default(10),
  ];
}

function scriptOptions(): readonly Option[] {
  return [
    new Option('--scenario <file>', 'initial state and timeline of every space'),
    new Option('--chaos <profile>', 'draw faults for each submission').choices(chaosProfiles),
    new Option('--chaos-seed <text>', 'seed of the faults; default: the seed of the space'),
    new Option('--plan <file>', 'repeat these faults, from GET /_mock/plan').conflicts('chaos'),
  ];
}

function controlOptions(): readonly Option[] {
  return [
    new Option('--control', 'serve the /_mock/… routes (default on loopback, and with a token)'),
    new Option('--no-control', 'do not serve the /_mock/… routes'),
    new Option(
      '--control-host <name...>',
      'further hosts of the /_mock/… routes; a token makes this unnecessary',
    ),
    controlTokenOption(),
  ];
}

function processOptions(): readonly Option[] {
  return [
    new Option(
      '--exit-with-parent',
      'exit when standard input closes, as after the death of the parent',
    ),
    new Option('--log <form>', 'json = print one line for each request').choices(['json']),
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
  const command = servingCommand('serve', 'start the mock as an HTTP server');
  command.option('--cassette <folder>', 'also replay this recording, each upstream below /<name>');
  return command.action((options: ServeOptions) => run(command, options));
}

/** `filmgate-mock replay`: `serve` with a recording. */
export function replayCommand(): Command {
  const command = servingCommand('replay', 'replay a recording by time, without any provider');
  return command
    .argument('<cassette>', 'folder of the recording')
    .action((cassette: string, options: ServeOptions) => run(command, { ...options, cassette }));
}
