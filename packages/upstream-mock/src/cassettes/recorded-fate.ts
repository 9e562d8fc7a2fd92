import type { RecordedEnd } from '../world/mock-job.ts';
import type { Exchange } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import { fieldsOf, jsonIn } from './recorded-request.ts';

/** What a cassette tells of a job. */
export interface RecordedOutcome {
  /** ms from its acceptance to when it was first seen running, and to when it was first seen ended. */
  readonly runsAfter: number;
  readonly endsAfter: number;
  readonly end: RecordedEnd;
  /** Whether its file was recorded. */
  readonly hasFile: boolean;
}

type Said = 'queued' | 'running' | 'completed' | 'failed';

/** Words of the providers for the states of a job. */
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

/** The fates of the jobs of one upstream, by their names. */
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

/** A path of this cassette in one of its texts. */
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

/** What an answer says of its job: by a word, or as Google's operations do. */
function saidIn(body: unknown): Said | undefined {
  const outer = new Map(fieldsOf(body));
  for (const level of [body, ...['data', 'task', 'output'].map((name) => outer.get(name))]) {
    const fields = new Map(fieldsOf(level));
    if (fields.get('done') === true) return fields.has('error') ? 'failed' : 'completed';
    for (const name of ['status', 'task_status', 'state']) {
      const word = fields.get(name);
      const said = typeof word === 'string' ? words.get(word.toLowerCase()) : undefined;
      // fal calls a failure completed, and says the error beside it.
      if (said === 'completed' && typeof fields.get('error') === 'string') return 'failed';
      if (said !== undefined) return said;
    }
  }
  return undefined;
}
