import * as z from 'zod';
import { jsonIn } from '../json/json-leaves.ts';

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

const bodyName = z.string().regex(/^[\da-f]{64}$/, 'is not the name of a body');

const exchangeSchema = z.strictObject({
  kind: z.literal('exchange'),
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
    body: bodyName.nullable(),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.union([z.strictObject({ file: bodyName }), z.strictObject({ video: videoSchema })]),
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
  exchangeSchema,
]);

export type VideoFacts = z.infer<typeof videoSchema>;
export type ExchangeLine = z.infer<typeof exchangeSchema>;
export type CassetteLine = z.infer<typeof lineSchema>;

/** Placeholder for a video that was Base64 in a text. */
export function inlineText(video: VideoFacts): string {
  return `$video:${JSON.stringify(video)}`;
}

/** JSON texts of such placeholders. */
export const inlineShape = /"\$video:(?:[^"\\]|\\.)*"/g;

/**
 * Facts of the video of a placeholder.
 *
 * @param quoted - the placeholder as JSON text
 * @throws Error for any other text
 */
export function inlineVideo(quoted: string): VideoFacts {
  const text = z.string().parse(JSON.parse(quoted));
  return videoSchema.parse(JSON.parse(text.slice('$video:'.length)));
}

/** `refuse`: throws an Error for the rest of the sentence "Line 1 …". */
export function parseLine(
  text: string,
  refuse: (problem: string, cause?: unknown) => never,
): CassetteLine {
  const json = jsonIn(text);
  if (json === undefined) return refuse('is not a line of a cassette: it is not JSON');
  const { data, error } = lineSchema.safeParse(json.value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  return refuse(
    `is not a line of a cassette: ${field === '' ? 'line' : field}: ${issue?.message}`,
    error,
  );
}

/** Names of the bodies of an exchange. */
export function bodiesOf({ request, response }: ExchangeLine): readonly string[] {
  const files = 'file' in response.body ? [response.body.file] : [];
  return request.body === null ? files : [request.body, ...files];
}
