import * as z from 'zod';
import { jsonIn } from './recorded-request.ts';

/** Facts kept of a video or picture instead of its bytes: enough to draw a similar one. */
const videoSchema = z.strictObject({
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Null if the file does not contain it. */
  codec: z.string().nullable(),
  seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});

const exchangeSchema = z.strictObject({
  upstream: z.string(),
  /** Name of its job in the cassette. */
  job: z.string().nullable(),
  /** ms since the acceptance of that job; without a job, since the start of the recording. */
  since: z.int().nonnegative(),
  request: z.strictObject({
    method: z.string(),
    /** Path with the allowed query parameters. */
    path: z.string(),
    /** File name in `bodies`. */
    body: z.string().nullable(),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.union([z.strictObject({ file: z.string() }), z.strictObject({ video: videoSchema })]),
  }),
});

const lineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cassette'),
    version: z.literal(1),
    upstreams: z.array(z.string()).readonly(),
  }),
  /** `form`: pattern of the id, with `9`, `a` and `A` for digits and letters. */
  z.strictObject({ kind: z.literal('job'), name: z.string(), form: z.string() }),
  z.strictObject({ kind: z.literal('exchange'), ...exchangeSchema.shape }),
]);

export type VideoFacts = z.infer<typeof videoSchema>;
export type Exchange = z.infer<typeof exchangeSchema>;
export type CassetteLine = z.infer<typeof lineSchema>;

/** Placeholder for a video that was Base64 in a text. */
export function inlineText(video: VideoFacts): string {
  return `$film:${JSON.stringify(video)}`;
}

/**
 * Facts of the video of a placeholder.
 *
 * @param quoted - the placeholder as JSON text
 * @throws Error for any other text
 */
export function inlineVideo(quoted: string): VideoFacts {
  const text = z.string().parse(JSON.parse(quoted));
  return videoSchema.parse(JSON.parse(text.slice('$film:'.length)));
}

/**
 * @param bodyProblem - problem of a body's name; undefined if it is valid
 * @throws Error that names the file and the invalid line
 */
export function readLines(
  text: string,
  file: string,
  bodyProblem: (name: string) => string | undefined,
): readonly CassetteLine[] {
  const read = text.split('\n').flatMap((line, at): readonly CassetteLine[] => {
    if (line.trim() === '') return [];
    const { value, problem } = readLine(line, bodyProblem);
    if (value === undefined) throw new Error(`${file}: line ${at + 1} ${problem}`);
    return [value];
  });
  if (read[0]?.kind !== 'cassette')
    throw new Error(`${file}: line 1 is not the head of a cassette`);
  return read;
}

function readLine(text: string, bodyProblem: (name: string) => string | undefined) {
  const json = jsonIn(text);
  if (json === undefined) return { problem: 'is not a line of a cassette: it is not JSON' };
  const { data: value, error } = lineSchema.safeParse(json.value);
  const [issue] = error?.issues ?? [];
  if (value === undefined) {
    const position = issue?.path.join('.') ?? '';
    return {
      problem: `is not a line of a cassette: ${position === '' ? 'line' : position}: ${issue?.message}`,
    };
  }
  if (value.kind !== 'exchange' || !('file' in value.response.body)) return { value };
  const problem = bodyProblem(value.response.body.file);
  return problem === undefined ? { value } : { problem };
}
