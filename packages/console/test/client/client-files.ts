import openapiTS, { astToString } from 'openapi-typescript';
import { z } from 'zod';

const responseSchema = z.looseObject({
  $ref: z.string().optional(),
  required: z.array(z.string()).optional(),
});
const jsonResponse = z.looseObject({
  content: z.looseObject({ 'application/json': z.object({ schema: responseSchema }) }),
});
const operationSchema = z.looseObject({ responses: z.record(z.string(), z.unknown()) });
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), responseSchema) }),
});

type Description = z.infer<typeof documentSchema>;

/** Generated files of the console's client. */
export interface ClientFiles {
  /** Types of every path the console requests. */
  readonly types: string;
  /** Required fields by path, which identify an expected response. */
  readonly fields: string;
}

const banner =
  '// Written by `npm run client -w @filmgate/console` from the description of a server.\n';

/** Generates the client's files from a server's OpenAPI document. */
export async function clientFiles(openApi: unknown): Promise<ClientFiles> {
  const described = documentSchema.parse(openApi);
  const ours = Object.entries(described.paths).filter(([path]) =>
    /^\/(?:api\/v1\/(?:admin|auth)|local-video)\//.test(path),
  );
  const paths = Object.fromEntries(ours.map(([path, methods]) => [path, onlyResponses(methods)]));
  // Without the server's address and texts: the files must not depend on the server that was read.
  const lean = withoutWords({ openapi: '3.1.0', info: {}, ...described, servers: [], paths });
  const types = astToString(await openapiTS(JSON.stringify(lean), { alphabetize: true }));
  const fields = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const sure = sureFields(Object.values(responses), described);
      return sure.length === 0 ? [] : [[`${method.toUpperCase()} ${path}`, sure] as const];
    }),
  );
  return {
    types: `${banner}${types}`,
    fields: `${banner}export const responseFields: { readonly [operation: string]: readonly string[] } = ${JSON.stringify(Object.fromEntries(fields.toSorted()), null, 2)};\n`,
  };
}

/** Refusals have a common format; only the types of success responses are needed. */
function onlyResponses(methods: Description['paths'][string]): Description['paths'][string] {
  return Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).filter(([status]) =>
        status.startsWith('2'),
      );
      return [method, { ...operation, responses: Object.fromEntries(responses) }];
    }),
  );
}

/** Fields that every response of an operation has. */
function sureFields(responses: readonly unknown[], { components }: Description): readonly string[] {
  const received = responses.flatMap((response) => {
    const { data } = jsonResponse.safeParse(response);
    if (data === undefined) return [];
    const { schema } = data.content['application/json'];
    const name = schema.$ref?.split('/').at(-1);
    return [(name === undefined ? schema : components.schemas[name])?.required ?? []];
  });
  const [first = [], ...others] = received;
  return first.filter((field) => others.every((other) => other.includes(field))).toSorted();
}

/** A description without its prose, which types do not need. */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, inner]) => !(['description', 'summary'].includes(name) && typeof inner === 'string'),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutWords(inner)]));
}
