import { createInterface } from 'node:readline/promises';
import { type JobState, jobStates } from '@filmgate/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { generatePrefix } from '../generate-store.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import type { JobDesk, ResolutionByHand } from './job-desk.ts';
import type { DeskOptions } from './open-desk.ts';
import type * as RunJobs from './run-jobs.ts';
import type { JobsOutput } from './run-jobs.ts';

/** Parts of the program that the commands use. */
interface Program {
  /** Ends the program when the settings cannot be read. */
  readonly settings: () => ReadSettings;
  /** Ends the program with a sentence on standard error. */
  readonly leave: (sentence: string) => never;
  readonly privateFiles: number;
}

type Common = DeskOptions & { readonly json?: boolean };
type Given = Common & { readonly ids?: readonly string[] };
type Act = (desk: JobDesk, output: JobsOutput, jobs: typeof RunJobs) => Promise<number>;

const defaultLimit = 50;
const mostListed = 200;

/** Adds `filmgate jobs list | show | check | resolve`. */
export function addJobsCommands(program: Command, parts: Program): void {
  const jobs = program.command('jobs').description('inspect jobs, and resolve unknown outcomes');
  const run = (name: string, given: Given, act: Act): Promise<void> =>
    runCommand(`jobs ${name}`, parts, { ...given, act });

  common(jobs.command('list').description('list jobs, newest first'))
    .option('--state <states>', 'comma-separated states, e.g. outcome_unknown', statesIn)
    .option('--text <text>', 'words of the prompt in any order, or an ID')
    .option('--limit <number>', `number of jobs, up to ${mostListed}`, limitIn, defaultLimit)
    .action(
      (
        options: Common & {
          readonly state?: readonly JobState[];
          readonly text?: string;
          readonly limit: number;
        },
      ) =>
        run('list', options, (desk, output, { listJobs }) => {
          const { state: states = null, text = null, limit } = options;
          return listJobs(desk, output, { states, text, limit });
        }),
    );

  common(jobs.command('show <job>').description('show a job with its trail')).action(
    (id: string, options: Common) =>
      run('show', { ...options, ids: [id] }, (desk, output, { showJob }) =>
        showJob(desk, output, id),
      ),
  );

  common(
    jobs.command('check <jobs...>').description('query providers about jobs; submits nothing'),
  ).action((ids: readonly string[], options: Common) =>
    run('check', { ...options, ids }, (desk, output, { checkJobs }) =>
      checkJobs(desk, output, ids),
    ),
  );

  addResolve(jobs, run);
}

function common(command: Command): Command {
  return command
    .option('--url <url>', 'URL of a running gateway (its console)')
    .option('--generate', 'use the jobs of filmgate generate')
    .option('--username <name>', 'user name for the login at a running gateway')
    .option('--password <text>', 'password for that login; prefer FILMGATE_ADMIN_PASSWORD')
    .option('--one-time-code <code>', 'one-time code for that login, if a second factor is set up')
    .option('--json', 'print the records of the administration API')
    .showHelpAfterError();
}

interface ResolveOptions extends Common {
  readonly charged?: boolean;
  readonly notCharged?: boolean;
  readonly found?: string;
  readonly account?: string;
  readonly note: string;
  readonly yes?: boolean;
}

function addResolve(
  jobs: Command,
  run: (name: string, given: Given, act: Act) => Promise<void>,
): void {
  const outcomes = ['charged', 'notCharged', 'found'];
  const outcome = (flags: string, own: string, description: string): Option =>
    new Option(flags, description).conflicts(outcomes.filter((name) => name !== own));
  common(jobs.command('resolve <jobs...>').description('resolve jobs with an unknown outcome'))
    .addOption(
      outcome('--charged', 'charged', 'the provider charged the job, and the video is lost'),
    )
    .addOption(outcome('--not-charged', 'notCharged', 'the provider did not charge the job'))
    .addOption(outcome('--found <id>', 'found', "provider's ID of the job; resumes the job"))
    .option('--account <label>', 'with --found: account of the job, if the job has none on record')
    .requiredOption('--note <text>', 'evidence, for example the invoice line')
    .option('--yes', 'skip the confirmation')
    .action((ids: readonly string[], options: ResolveOptions, command: Command) => {
      const resolution = resolutionIn(options);
      if (resolution === undefined)
        command.error('error: one of --charged, --not-charged and --found is required');
      if (resolution.outcome === 'found' && ids.length > 1)
        command.error('error: --found accepts one job only');
      const { note, yes: isConfirmed = false } = options;
      return run('resolve', { ...options, ids }, (desk, output, { resolveJobs }) =>
        resolveJobs(desk, output, { ids, resolution, note, isConfirmed }),
      );
    });
}

function resolutionIn(options: ResolveOptions): ResolutionByHand | undefined {
  const { charged, notCharged, found: upstreamId, account } = options;
  if (upstreamId !== undefined) return { outcome: 'found', upstreamId, account };
  if (charged === true) return { outcome: 'charged' };
  return notCharged === true ? { outcome: 'not_charged' } : undefined;
}

function statesIn(text: string): readonly JobState[] {
  return text.split(',').map((word) => {
    const state = jobStates.find((known) => known === word);
    if (state === undefined)
      throw new InvalidArgumentError(`A state must be one of ${jobStates.join(', ')}.`);
    return state;
  });
}

function limitIn(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostListed) return limit;
  throw new InvalidArgumentError(`The limit must be a whole number from 1 to ${mostListed}.`);
}

async function runCommand(
  name: string,
  { settings, leave, privateFiles }: Program,
  { act, ids = [], ...options }: Given & { readonly act: Act },
): Promise<void> {
  const read = settings();
  process.umask(privateFiles);
  try {
    const [{ openDesk }, jobs] = [await import('./open-desk.ts'), await import('./run-jobs.ts')];
    const generate = options.generate === true || areOfGenerate(ids);
    const desk = await openDesk(read, { ...options, generate });
    try {
      process.exitCode = await act(desk, outputFor(options.json === true), jobs);
    } finally {
      await desk.close();
    }
  } catch (error) {
    leave(`filmgate ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** True if the jobs belong to `filmgate generate`. The ids show it; a store has jobs of one kind only. */
function areOfGenerate(ids: readonly string[]): boolean {
  const isOfGenerate = (id: string): boolean => id.startsWith(generatePrefix);
  if (ids.some(isOfGenerate) && !ids.every(isOfGenerate))
    throw new Error(
      'Jobs of filmgate generate and jobs of a gateway are in different stores: name one kind only.',
    );
  return ids.some(isOfGenerate);
}

function outputFor(isJson: boolean): JobsOutput {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  return {
    isJson,
    print: (text) => void process.stdout.write(`${text}\n`),
    say: (text) => void process.stderr.write(`${text}\n`),
    confirm: isTerminal ? confirm : undefined,
  };
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
