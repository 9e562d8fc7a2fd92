import { Command, Option } from 'commander';
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
import { minutesFrom, portFrom, speedFrom } from './number-options.ts';
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

/** Options of every command that serves: flags, meaning, and form. */
const servingOptions: readonly (readonly [string, string, ((option: Option) => Option)?])[] = [
  ['--port <number>', 'port; 0 = any free port', (one) => one.argParser(portFrom).default(8789)],
  ['--host <address>', 'address to bind', (one) => one.default('127.0.0.1')],
  [
    '--seed <text>',
    'determines ids, times and pictures; default: that of the scenario, or filmgate',
    (one) => one.env('FILMGATE_MOCK_SEED'),
  ],
  [
    '--speed <number>',
    '20 = all waiting times are divided by 20',
    (one) => one.env('FILMGATE_MOCK_SPEED').argParser(speedFrom).default(1),
  ],
  [
    '--as <provider...>',
    'also speak the API of this provider, below /<provider>',
    (one) => one.choices(personalityNames),
  ],
  ['--ledger <file>', 'file that keeps the ledger of the default space across restarts'],
  [
    '--results <form>',
    'data = responses contain the files themselves, for clients that refuse loopback addresses',
    (one) => one.choices(['links', 'data']).default('links'),
  ],
  [
    '--callback-host <name...>',
    'hosts allowed as receivers of callbacks; for callers on this machine also loopback ones',
  ],
  [
    '--drop-spaces-after <minutes>',
    'idle time after which a space is dropped; 0 = never',
    (one) => one.argParser(minutesFrom).default(10),
  ],
  ['--scenario <file>', 'initial state and timeline of every space'],
  ['--chaos <profile>', 'draw faults for each submission', (one) => one.choices(chaosProfiles)],
  ['--chaos-seed <text>', 'seed of the faults; default: the seed of the space'],
  ['--plan <file>', 'repeat these faults, from GET /_mock/plan', (one) => one.conflicts('chaos')],
  ['--control', 'serve the /_mock/… routes (default on loopback, and with a token)'],
  ['--no-control', 'do not serve the /_mock/… routes'],
  [
    '--control-host <name...>',
    'further hosts of the /_mock/… routes; a token makes this unnecessary',
  ],
  [...controlTokenOption],
  ['--exit-with-parent', 'exit when standard input closes, as after the death of the parent'],
  ['--log <form>', 'json = print one line for each request', (one) => one.choices(['json'])],
];

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
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (exitWithParent) process.stdin.once('close', stop).resume();
}

/** Existence and token of the control routes. Beyond this machine they would show strangers every key. */
function readControl(options: ServeOptions) {
  const { host, control } = options;
  const controlToken = readControlToken(options);
  const isSafe = controlToken !== undefined || isOwnName(host, []);
  if (control === true && !isSafe)
    throw new Error(
      `--control beyond loopback (--host ${host}) needs a token: set FILMGATE_MOCK_CONTROL_TOKEN, give --control-token-file, or leave --control out`,
    );
  return { control: control ?? isSafe, controlToken };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function serve(options: ServeOptions): Promise<void> {
  keepHeapSmall();
  const { host, port, seed, speed, log, as: personalities = [], cassette } = options;
  const isLogged = log === 'json';
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
    ledgerFile: options.ledger,
    cassette:
      cassette === undefined
        ? undefined
        : { folder: cassette, onProgress: printProgress(process.stderr) },
    onRequest: isLogged ? (line) => print(JSON.stringify(line)) : undefined,
  });
  stopWhenReported(server, options.exitWithParent ?? false);
  if (isLogged) {
    print(JSON.stringify({ listens: server.url, as: personalities }));
    return;
  }
  print(`filmgate-mock listens on ${server.url}`);
  for (const name of personalities)
    print(`filmgate-mock speaks ${name} at ${server.url}${basePath(name)}`);
}

function servingCommand(name: string, description: string): Command {
  const command = new Command(name).description(description);
  for (const [flags, meaning, formed = (option: Option) => option] of servingOptions)
    command.addOption(formed(new Option(flags, meaning)));
  return command;
}

/** `filmgate-mock serve` [commands.mock-serve]. */
export function serveCommand(): Command {
  const command = servingCommand('serve', 'start the mock as an HTTP server');
  return command
    .option('--cassette <folder>', 'also replay this recording, each upstream below /<name>')
    .action((options: ServeOptions) => serve(options));
}

/** `filmgate-mock replay`: `serve` with a recording. */
export function replayCommand(): Command {
  const command = servingCommand('replay', 'replay a recording by time, without any provider');
  return command
    .argument('<cassette>', 'folder of the recording')
    .action((cassette: string, options: ServeOptions) => serve({ ...options, cassette }));
}
