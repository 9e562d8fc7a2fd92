import * as z from 'zod';

const callSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** With query; `{{id}}` is the id of a task accepted before. */
  path: z.string().startsWith('/'),
  /** Defaults to the account's own key. */
  key: z.enum(['none', 'wrong']).optional(),
  body: z.json().optional(),
  /** True if a provider that accepts it has sold a video. */
  spends: z.boolean(),
});

const rowSchema = z.strictObject({
  name: z.string(),
  op: z.enum(['submit', 'status', 'result']),
  request: z.string(),
  /** Token that makes the mock respond this way, if the request alone does not. */
  situation: z.strictObject({ token: z.string() }).optional(),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.json(),
  }),
  means: z.strictObject({
    accepted: z.enum(['yes', 'no', 'unknown']),
    kind: z.string().nullable(),
    charged: z.boolean().nullable(),
  }),
  source: z.string(),
});

const fileSchema = z.strictObject({
  /** Headers of every request; `{{key}}` is the key. */
  credential: z.record(z.string(), z.string()),
  sources: z.record(z.string(), z.strictObject({ page: z.string(), read: z.iso.date() })),
  requests: z.record(z.string(), callSchema),
  rows: z.array(rowSchema),
});

/** One documented response of a provider and its meaning, with its source and date. */
export interface ProviderFixture extends Omit<z.infer<typeof rowSchema>, 'request' | 'source'> {
  readonly request: z.infer<typeof callSchema>;
  readonly credential: Readonly<Record<string, string>>;
  readonly source: string;
  /** Date the source was read. */
  readonly read: string;
}

/**
 * Rows of a fixture file.
 *
 * @throws Error if the file is invalid, or a row names a missing request or source
 */
export function readFixtures(text: string): readonly ProviderFixture[] {
  const { credential, sources, requests, rows } = fileSchema.parse(JSON.parse(text));
  return rows.map((row) => {
    const request = requests[row.request];
    const source = sources[row.source];
    if (request === undefined || source === undefined)
      throw new Error(`"${row.name}" names a request or source that the file lacks`);
    return { ...row, credential, request, source: source.page, read: source.read };
  });
}

/** Replaces the templates of a fixture's text. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (template, name: string) => values[name] ?? template);
}
