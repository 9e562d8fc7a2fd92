import { inlineShape } from '../cassette/cassette-line.ts';
import type { Exchange } from '../cassette/cassette-folder.ts';
import { fieldOf, fieldsOf, jsonIn } from '../json/json-leaves.ts';

/** Recorded course of a job. */
export interface RecordedOutcome {
  /** ms from acceptance to the first response that shows it running, and to the first that shows it ended. */
  readonly runsAfter: number;
  readonly endsAfter: number;
  /** `unknown`: no response shows its end. */
  readonly end: 'completed' | 'failed' | 'unknown';
  /** True if its file was recorded. */
  readonly hasFile: boolean;
}

type Said = 'queued' | 'running' | 'completed' | 'failed';

const wordsOf = {
  queued: 'queued pending submitted starting in_queue throttled waiting created preparing queueing',
  running: 'running processing in_progress dreaming',
  completed: 'completed succeeded succeed success done',
  failed: 'failed fail error canceled cancelled aborted expired incomplete',
} as const;

/** Providers' words for job states. */
const words = new Map<string, Said>(
  (['queued', 'running', 'completed', 'failed'] as const).flatMap((said) =>
    wordsOf[said].split(' ').map((word) => [word, said] as const),
  ),
);

/** A path of this cassette inside a text. */
export const pathShape = /\$base(\/[^\s"\\<>]*)/g;

/** @param loose - paths of files whose URL names no job */
export function outcomeOf(
  own: readonly Exchange[],
  loose: ReadonlySet<string>,
  textOf: (file: string) => string,
): RecordedOutcome {
  let runsAfter = Number.POSITIVE_INFINITY;
  let endsAfter = Number.POSITIVE_INFINITY;
  let end: RecordedOutcome['end'] = 'unknown';
  let hasFile = false;
  for (const { since, response } of own) {
    const text = 'video' in response.body ? '' : textOf(response.body.file);
    const linked = [...`${text} ${response.headers['location'] ?? ''}`.matchAll(pathShape)];
    hasFile ||= 'video' in response.body || text.search(inlineShape) !== -1;
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
  for (const level of [body, ...['data', 'task', 'output'].map((name) => fieldOf(body, name))]) {
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
