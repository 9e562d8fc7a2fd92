import type { DeskAnswer, JobDesk, JobsWanted, NamedByHand, ResolutionByHand } from './job-desk.ts';
import { checkText, jobText, listText, moneyText, showText, workText } from './jobs-text.ts';

/** How the commands end; faults end them with 1. */
export const jobsCodes = { done: 0, refused: 2, unknown: 3 } as const;
type JobsCode = (typeof jobsCodes)[keyof typeof jobsCodes];

/** Where the commands say what they found. */
export interface JobsOutput {
  /** Whether programs read it. */
  readonly isJson: boolean;
  /** To standard output. */
  print(text: string): void;
  /** To standard error. */
  say(text: string): void;
  /** A person's yes to a question; undefined where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** Prints what was answered, or says why nothing was. */
function tell<Value>(
  output: JobsOutput,
  answer: DeskAnswer<Value>,
  words: (value: Value) => string,
): JobsCode {
  if (answer.kind === 'refused') {
    output.say(answer.message);
    return jobsCodes.refused;
  }
  output.print(output.isJson ? JSON.stringify(answer.value) : words(answer.value));
  return jobsCodes.done;
}

/** `filmgate jobs list`. */
export async function listJobs(
  desk: JobDesk,
  output: JobsOutput,
  wanted: JobsWanted,
): Promise<JobsCode> {
  return tell(output, await desk.list(wanted), listText);
}

/** `filmgate jobs show`. */
export async function showJob(desk: JobDesk, output: JobsOutput, id: string): Promise<JobsCode> {
  return tell(output, await desk.show(id), ({ job, trail }) => showText(job, trail));
}

/** `filmgate jobs check`; ends with 3 while the outcome stays unknown. */
export async function checkJob(desk: JobDesk, output: JobsOutput, id: string): Promise<JobsCode> {
  const answer = await desk.check(id);
  const code = tell(output, answer, checkText);
  const isUnknown = answer.kind === 'answered' && answer.value.job.state === 'outcome_unknown';
  return isUnknown ? jobsCodes.unknown : code;
}

export interface Resolving {
  readonly id: string;
  readonly resolution: ResolutionByHand;
  readonly note: string;
  /** Whether the person said yes beforehand. */
  readonly isConfirmed: boolean;
}

/** `filmgate jobs resolve`: shows the job, its work and its money, asks, and resolves. The resolution repeats every check. */
export async function resolveJob(
  desk: JobDesk,
  output: JobsOutput,
  { id, resolution, note, isConfirmed }: Resolving,
): Promise<JobsCode> {
  const shown = await desk.show(id);
  if (shown.kind === 'refused') return tell(output, shown, String);
  const { job } = shown.value;
  const work = resolution.outcome === 'found' ? await lookUp(desk, id, resolution) : undefined;
  if (work?.kind === 'refused') return tell(output, work, String);
  const lines = [jobText(job), ...(work === undefined ? [] : [work.value])];
  output.say([...lines, moneyText(job, resolution)].join('\n'));
  if (!isConfirmed) {
    if (output.confirm === undefined) {
      output.say('Nothing was changed: without a terminal, confirm with --yes.');
      return jobsCodes.refused;
    }
    if (!(await output.confirm(`Resolve ${id} as ${wordOf(resolution)}?`))) {
      output.say('Nothing was changed.');
      return jobsCodes.refused;
    }
  }
  const next = desk.isRunning || resolution.outcome !== 'found' ? '' : nextWithoutGateway;
  return tell(
    output,
    await desk.resolve(id, resolution, note),
    ({ state }) => `Job ${id} is ${state}.${next}`,
  );
}

const nextWithoutGateway =
  ' Its video is fetched when a gateway runs here; that of filmgate generate when the same command runs again.';

async function lookUp(desk: JobDesk, id: string, named: NamedByHand): Promise<DeskAnswer<string>> {
  const looked = await desk.lookUp(id, named);
  return looked.kind === 'refused' ? looked : { kind: 'answered', value: workText(looked.value) };
}

function wordOf(resolution: ResolutionByHand): string {
  if (resolution.outcome === 'found') return `found, ${resolution.upstreamId}`;
  return resolution.outcome === 'charged' ? 'charged' : 'not charged';
}
