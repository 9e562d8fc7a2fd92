import * as z from 'zod';

const callSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** With query; `{{id}}` stands for the id of a task that was accepted before. */
  path: z.string().startsWith('/'),
  /** The account's own unless given. */
  key: z.enum(['none', 'wrong']).optional(),
  body: z.json().optional(),
  /** Whether a provider that takes it has sold a video. */
  spends: z.boolean(),
});

const rowSchema = z.strictObject({
  name: z.string(),
  op: z.enum(['submit', 'status', 'result']),
  request: z.string(),
  /** How the mock is brought to say it, where the request alone does not do so. */
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
  /** Headers of every request; `{{key}}` stands for the key. */
  credential: z.record(z.string(), z.string()),
  sources: z.record(z.string(), z.strictObject({ page: z.string(), read: z.iso.date() })),
  requests: z.record(z.string(), callSchema),
  rows: z.array(rowSchema),
});

/** What of a provider's answers was read, where, and when: one answer with what it means. */
export interface ProviderFixture extends Omit<z.infer<typeof rowSchema>, 'request' | 'source'> {
  readonly request: z.infer<typeof callSchema>;
  readonly credential: Readonly<Record<string, string>>;
  readonly source: string;
  /** Day of the reading. */
  readonly read: string;
}

/**
 * The rows of a file of fixtures.
 *
 * @throws Error when it is no such file, or a row names a request or source that it lacks
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

/** A text of a fixture with what its templates stand for. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (template, name: string) => values[name] ?? template);
}
