import type { AdminJobRecord } from '@filmgate/http-adapter';
import type {
  DialectResponse,
  JobDesk,
  JobsWanted,
  NamedByHand,
  ResolutionByHand,
} from './job-desk.ts';
import { checkText, jobText, listText, moneyText, showText, workText } from './jobs-text.ts';

/** Exit codes of the commands; a fault is 1. */
export const jobsCodes = { done: 0, refused: 2, unknown: 3 } as const;
type JobsCode = (typeof jobsCodes)[keyof typeof jobsCodes];

export interface JobsOutput {
  /** True if programs read the output. */
  readonly isJson: boolean;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly say: (text: string) => void;
  /** Asks a person to confirm; undefined where no person can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** Prints the response, or the reason of a refusal. */
function report<Value>(
  output: JobsOutput,
  response: DialectResponse<Value>,
  words: (value: Value) => string,
): JobsCode {
  if (response.kind === 'refused') {
    output.say(response.message);
    return jobsCodes.refused;
  }
  output.print(output.isJson ? JSON.stringify(response.value) : words(response.value));
  return jobsCodes.done;
}

export async function listJobs(
  desk: JobDesk,
  output: JobsOutput,
  wanted: JobsWanted,
): Promise<JobsCode> {
  return report(output, await desk.list(wanted), listText);
}

export async function showJob(desk: JobDesk, output: JobsOutput, id: string): Promise<JobsCode> {
  return report(output, await desk.show(id), ({ job, trail }) => showText(job, trail));
}

/** `filmgate jobs check`, one job after another; ends with 3 while an outcome stays unknown. */
export async function checkJobs(
  desk: JobDesk,
  output: JobsOutput,
  ids: readonly string[],
): Promise<JobsCode> {
  const codes: JobsCode[] = [];
  for (const id of ids) {
    const response = await desk.check(id);
    const code = report(output, response, checkText);
    const isUnknown =
      response.kind === 'answered' && response.value.job.state === 'outcome_unknown';
    codes.push(isUnknown ? jobsCodes.unknown : code);
  }
  return worstOf(codes);
}

/** A refusal outranks an outcome that stays unknown. */
function worstOf(codes: readonly JobsCode[]): JobsCode {
  if (codes.includes(jobsCodes.refused)) return jobsCodes.refused;
  return codes.includes(jobsCodes.unknown) ? jobsCodes.unknown : jobsCodes.done;
}

export interface Resolving {
  /** A single id for a resolution as found. */
  readonly ids: readonly string[];
  readonly resolution: ResolutionByHand;
  readonly note: string;
  /** True if the person confirmed beforehand. */
  readonly isConfirmed: boolean;
}

/** `filmgate jobs resolve`: shows all jobs and asks once. Each resolution repeats every check and is audited. */
export async function resolveJobs(
  desk: JobDesk,
  output: JobsOutput,
  { ids, resolution, note, isConfirmed }: Resolving,
): Promise<JobsCode> {
  const jobs: AdminJobRecord[] = [];
  for (const id of ids) {
    const shown = await desk.show(id);
    const work = resolution.outcome === 'found' ? await lookUp(desk, id, resolution) : undefined;
    const refused = [shown, work].find((response) => response?.kind === 'refused');
    if (refused?.kind === 'refused') return report(output, refused, String);
    if (shown.kind === 'answered') jobs.push(shown.value.job);
    if (shown.kind === 'answered') output.say(jobText(shown.value.job));
    if (work?.kind === 'answered') output.say(work.value);
  }
  output.say(moneyText(jobs, resolution));
  if (!isConfirmed && !(await isAgreed(output, ids, resolution))) return jobsCodes.refused;
  const next = desk.isRunning || resolution.outcome !== 'found' ? '' : nextWithoutGateway;
  const codes: JobsCode[] = [];
  for (const id of ids) {
    const response = await desk.resolve(id, resolution, note);
    codes.push(report(output, response, ({ state }) => `Job ${id} is ${state}.${next}`));
  }
  return worstOf(codes);
}

async function isAgreed(
  { confirm, say }: JobsOutput,
  ids: readonly string[],
  resolution: ResolutionByHand,
): Promise<boolean> {
  if (confirm === undefined) {
    say('Nothing was changed: confirm with --yes when there is no terminal.');
    return false;
  }
  const which = ids.length === 1 ? ids.join() : `these ${ids.length} jobs`;
  if (await confirm(`Resolve ${which} as ${wordOf(resolution)}?`)) return true;
  say('Nothing was changed.');
  return false;
}

const nextWithoutGateway =
  ' The video is downloaded when the gateway runs again or, for filmgate generate, when the command is repeated.';

async function lookUp(
  desk: JobDesk,
  id: string,
  named: NamedByHand,
): Promise<DialectResponse<string>> {
  const looked = await desk.lookUp(id, named);
  return looked.kind === 'refused' ? looked : { kind: 'answered', value: workText(looked.value) };
}

function wordOf(resolution: ResolutionByHand): string {
  if (resolution.outcome === 'found') return `found, ${resolution.upstreamId}`;
  return resolution.outcome === 'charged' ? 'charged' : 'not charged';
}
