import type { RecordedEnd } from '../job/mock-job.ts';
import type { Exchange } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import { fieldsOf, jsonIn } from './recorded-request.ts';

/** Recorded course of a job. */
export interface RecordedOutcome {
  /** ms from acceptance to the first response that shows it running, and to the first that shows it ended. */
  readonly runsAfter: number;
  readonly endsAfter: number;
  readonly end: RecordedEnd;
  /** True if its file was recorded. */
  readonly hasFile: boolean;
}

type Said = 'queued' | 'running' | 'completed' | 'failed';

/** Providers' words for job states. */
const words: ReadonlyMap<string, Said> = new Map(
  (
    [
      [
        'queued',
        'queued pending submitted starting in_queue throttled waiting created preparing queueing',
      ],
      ['running', 'running processing in_progress dreaming'],
      ['completed', 'completed succeeded succeed success done'],
      ['failed', 'failed fail error canceled cancelled aborted expired incomplete'],
    ] as const
  ).flatMap(([said, all]) => all.split(' ').map((word): [string, Said] => [word, said])),
);

/** Courses of the jobs of one upstream, by name. */
export function recordedOutcomes(
  cassette: Cassette,
  upstream: string,
): ReadonlyMap<string, RecordedOutcome> {
  const jobs = new Map<string, Exchange[]>();
  const loose = new Set(looseFiles(cassette, upstream));
  for (const line of cassette.lines) {
    if (line.kind !== 'exchange' || line.upstream !== upstream || line.job === null) continue;
    const own = jobs.get(line.job);
    if (own === undefined) jobs.set(line.job, [line]);
    else own.push(line);
  }
  return new Map([...jobs].map(([name, own]) => [name, outcomeOf(own, cassette, loose)]));
}

/** Paths of files whose URL names no job. */
export function looseFiles(cassette: Cassette, upstream: string): readonly string[] {
  return cassette.lines.flatMap((line) =>
    line.kind === 'exchange' &&
    line.upstream === upstream &&
    line.job === null &&
    'video' in line.response.body
      ? [line.request.path]
      : [],
  );
}

/** A path of this cassette inside a text. */
export const pathShape = /\$base(\/[^\s"\\<>]*)/g;

function outcomeOf(
  own: readonly Exchange[],
  cassette: Cassette,
  loose: ReadonlySet<string>,
): RecordedOutcome {
  let runsAfter = Number.POSITIVE_INFINITY;
  let endsAfter = Number.POSITIVE_INFINITY;
  let end: RecordedEnd = 'unknown';
  let hasFile = false;
  for (const { since, response } of own) {
    const text = 'video' in response.body ? '' : cassette.body(response.body.file).toString();
    const linked = [...`${text} ${response.headers['location'] ?? ''}`.matchAll(pathShape)];
    hasFile ||= 'video' in response.body || text.includes('"$film:');
    hasFile ||= linked.some(([, path = '']) => loose.has(path));
    const said = response.status < 300 ? saidIn(jsonIn(text)?.value) : undefined;
    if (said !== undefined && said !== 'queued') runsAfter = Math.min(runsAfter, since);
    if ((said !== 'completed' && said !== 'failed') || since >= endsAfter) continue;
    [endsAfter, end] = [since, said];
  }
  return { runsAfter: Math.min(runsAfter, endsAfter), endsAfter, end, hasFile };
}

/** State of the job in a response: a state word, or the `done` flag of Google's operations. */
function saidIn(body: unknown): Said | undefined {
  const outer = new Map(fieldsOf(body));
  for (const level of [body, ...['data', 'task', 'output'].map((name) => outer.get(name))]) {
    const fields = new Map(fieldsOf(level));
    if (fields.get('done') === true) return fields.has('error') ? 'failed' : 'completed';
    for (const name of ['status', 'task_status', 'state']) {
      const word = fields.get(name);
      const said = typeof word === 'string' ? words.get(word.toLowerCase()) : undefined;
      // fal reports a failed request as completed, with the error beside it.
      if (said === 'completed' && typeof fields.get('error') === 'string') return 'failed';
      if (said !== undefined) return said;
    }
  }
  return undefined;
}
