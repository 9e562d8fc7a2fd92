import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeMock } from '../../src/openapi/openapi-document.ts';
import { controlRoutes } from '../../src/control/control-routes.ts';
import { type MockServer, startMockServer } from '../../src/server/mock-server.ts';
import { ownRoutes } from '../../src/wires/mock/own-wire.ts';
import { beginning } from '../support/open-world.ts';

const settings = { host: '127.0.0.1', port: 0, now: () => beginning, speed: 1, seed: 'seed' };
let server: MockServer;
beforeEach(async () => {
  server = await startMockServer({ ...settings, control: true });
});
afterEach(() => server.close());

const jsonContent = z.object({
  'application/json': z.object({ schema: z.object({ $ref: z.string() }) }).optional(),
});
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() }),
  ),
  requestBody: z.object({ required: z.boolean(), content: jsonContent }).optional(),
  responses: z.record(z.string(), z.object({ content: jsonContent })),
});
const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.custom<z.core.JSONSchema.JSONSchema>()),
  }),
});
type MockDocument = z.output<typeof documentSchema>;

async function readDocument(path = '/_mock/openapi.json'): Promise<MockDocument> {
  const response = await fetch(server.url + path);
  expect(response.status).toBe(200);
  return documentSchema.parse(await response.json());
}

/** Every operation, as `GET /v1/account`. */
function operationsOf({ paths }: MockDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function operationOf(document: MockDocument, named: string) {
  const [method = '', path = ''] = named.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`the document lacks ${named}`);
  return operation;
}

/** Validator made from a schema of the document. */
function schemaOf({ components }: MockDocument, content: z.output<typeof jsonContent>) {
  const name = content['application/json']?.schema.$ref.replace('#/components/schemas/', '') ?? '';
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`the document lacks the schema ${name}`);
  return z.fromJSONSchema(schema);
}

async function call(named: string, body?: unknown) {
  const [method = '', path = ''] = named.split(' ');
  const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(server.url + path, { method, headers, ...given });
  const type = response.headers.get('content-type') ?? '';
  const reply: unknown = type.includes('json') ? await response.json() : await response.text();
  return { status: response.status, response: reply };
}

const submission = {
  ...{ correlation_id: 'kite', model: 'any', media_type: 'video' },
  ...{ prompt: 'a kite [[mock:queue=0s,run=0s,findable,list-lag=0s]]', negative_prompt: null },
  ...{ duration: 1, aspect_ratio: '16:9', resolution: '480p', width: 64, height: 36 },
  ...{ audio: false, references: [] },
};
const jobSchema = z.object({ id: z.string() });

describe('the OpenAPI document of the mock', () => {
  it('[mock.openapi] is valid OpenAPI 3.1', async () => {
    const response = await fetch(`${server.url}/_mock/openapi.json`);
    const document = z.record(z.string(), z.unknown()).parse(await response.json());
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(document).toMatchObject({ openapi: '3.1.0' });
  });

  it('[mock.openapi] has every route, also in its form for a space, and a summary of each', async () => {
    const document = await readDocument();
    const ofSpaces = [
      ...controlRoutes.map(({ method, path }) => [method, '/_mock', `/${path}`] as const),
      ...Object.values(ownRoutes).map(({ method, path }) => [method, '', path] as const),
    ];
    const both = ofSpaces.flatMap(([method, before, path]) => [
      `${method} ${before}${path}`,
      `${method} ${before}/s/{space}${path}`,
    ]);
    const others = [
      'GET /_mock/verdicts',
      'GET /_mock/spaces',
      'GET /_mock/openapi.json',
      'GET /_mock/healthz',
    ];
    const operations = operationsOf(document);
    expect(operations.toSorted()).toEqual(
      [...both, ...others, 'DELETE /_mock/s/{space}'].toSorted(),
    );
    const described = operations.map((named) => operationOf(document, named));
    expect(
      described.map(({ summary }) => summary).filter((text) => /^(?:GET|POST|DELETE) /.test(text)),
    ).toEqual([]);
    const ids = described.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[mock.openapi] has no route that the server does not answer', async () => {
    const { response: reply } = await call('POST /v1/generations', submission);
    const { id } = jobSchema.parse(reply);
    const operations = operationsOf(await readDocument());
    // Control routes come first in the document, and one of them forgets the job.
    for (const named of operations.toReversed()) {
      const inDefault = named.replace('{id}', id).replace('{space}', 'default');
      const { response: said } = await call(inDefault);
      expect(JSON.stringify(said), named).not.toContain('no such resource');
    }
    expect((await call('GET /_mock/none')).response).toMatchObject({
      error: { message: 'no such resource' },
    });
  });

  it('[mock.openapi] describes parameters and bodies by what reads them', async () => {
    const document = await readDocument();
    const { parameters } = operationOf(document, 'GET /_mock/s/{space}/ledger');
    expect(parameters.map(({ name }) => name)).toEqual([
      ...['space', 'contains', 'key', 'account', 'correlation_id', 'id', 'model', 'wire', 'state'],
      ...['answered', 'limit', 'cursor', 'view'],
    ]);
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'space',
    ]);
    expect(parameters.find(({ name }) => name === 'state')?.schema).toMatchObject({
      enum: ['queued', 'running', 'completed', 'failed'],
    });
    const explained = operationOf(document, 'GET /_mock/explain').parameters;
    expect(explained).toMatchObject([{ name: 'request', in: 'query', required: true }]);

    const bodyOf = (named: string) => {
      const { requestBody } = operationOf(document, named);
      if (requestBody === undefined) throw new Error(`${named} takes no body`);
      return { required: requestBody.required, schema: schemaOf(document, requestBody.content) };
    };
    const rule = bodyOf('POST /_mock/rules').schema;
    const lost = { when: { attempt: 1 }, then: { fault: 'lost-response' } };
    expect(rule.safeParse(lost).success).toBe(true);
    expect(rule.safeParse({ ...lost, when: { attempts: 1 } }).success).toBe(false);
    expect(bodyOf('POST /v1/generations').schema.safeParse(submission).success).toBe(true);
    expect(bodyOf('POST /_mock/reset').required).toBe(false);
    expect(bodyOf('POST /_mock/accounts').required).toBe(true);
  });

  it('[mock.openapi] describes what is answered', async () => {
    const document = await readDocument();
    const seen: string[] = [];
    const take = async (named: string, body?: unknown, query = '') => {
      const [, id = ''] = /generations\/([^?{]+)/.exec(named) ?? [];
      const operation = operationOf(document, id === '' ? named : named.replace(id, '{id}'));
      const { status, response: reply } = await call(named + query, body);
      const content = operation.responses[status]?.content;
      if (content === undefined) throw new Error(`${named}: ${status} ${JSON.stringify(reply)}`);
      expect(schemaOf(document, content).safeParse(reply).error, named).toBeUndefined();
      seen.push(named);
      return reply;
    };
    const rule = { when: { attempt: 1, contains: 'kite' }, then: { fault: 'findable' } };
    await take('POST /_mock/rules', rule);
    const between = { from: '2026-01-01T00:00:00Z' };
    const ofReads = { when: { op: 'search', key: 'other', between }, then: { fault: '500' } };
    await take('POST /_mock/rules', ofReads);
    const { id } = jobSchema.parse(await take('POST /v1/generations', submission));
    await take('GET /v1/generations', undefined, '?correlation_id=kite');
    await take(`GET /v1/generations/${id}`);
    for (const fail of ['fail=internal', 'charged-failure']) {
      const prompt = `[[mock:queue=0s,run=0s,${fail}]]`;
      const failing = { ...submission, correlation_id: fail, prompt };
      const failed = jobSchema.parse(await take('POST /v1/generations', failing));
      expect(await take(`GET /v1/generations/${failed.id}`)).toMatchObject({
        error: { kind: 'internal', charged: fail === 'charged-failure' },
      });
    }
    await take('GET /v1/account');
    await call(`GET /v1/results/${id}`);
    const fault = 'a kite [[mock:lost-response]]';
    const lost = { ...submission, correlation_id: 'lost', prompt: fault };
    for (let sent = 0; sent < 2; sent += 1)
      await call('POST /v1/generations', lost).catch(() => undefined);
    await take('POST /_mock/gave-up', { key: 'kite' });
    await take('POST /_mock/stored', { key: 'kite', sha256: '0'.repeat(64) });
    const account = { key: 'studio', rate: { submissions: 1, windowMs: 1 } };
    await take('POST /_mock/accounts', account);
    for (const path of [
      'ledger',
      'journal',
      'verdict',
      'rules',
      'plan',
      'clock',
      'spaces',
      'healthz',
      'callback-secret',
    ])
      await take(`GET /_mock/${path}`);
    await take('GET /_mock/ledger', undefined, '?limit=1');
    await take('GET /_mock/ledger', undefined, '?view=counts');
    await take('GET /_mock/plan');
    await take('GET /_mock/explain', undefined, '?request=1');
    await take('GET /_mock/request', undefined, '?request=3&with=2');
    await take('DELETE /_mock/rules');
    await take('POST /_mock/clock', { untilIdle: true });
    await take('POST /_mock/reset');
    await take('GET /_mock/openapi.json');
    const untried = controlRoutes
      .map(({ method, path }) => `${method} /_mock/${path}`)
      .filter((named) => !seen.includes(named));
    expect(untried).toEqual([]);
  });

  it('[mock.openapi] is a control route as the others', async () => {
    expect(await readDocument('/_mock/s/suite-1/openapi.json')).toEqual(await readDocument());
    expect((await call('GET /_mock/spaces')).response).toMatchObject({
      spaces: [{ name: 'default' }],
    });
    const foreign = { headers: { origin: 'https://example.com' } };
    expect((await fetch(`${server.url}/_mock/openapi.json`, foreign)).status).toBe(403);
    expect((await call('GET /_mock/openapi.json?of=all')).response).toMatchObject({
      error: { message: 'unknown parameter of; known: none' },
    });
    const closed = await startMockServer({ ...settings, control: false });
    const { status } = await fetch(`${closed.url}/_mock/openapi.json`);
    await closed.close();
    expect(status).toBe(404);
  });

  it('[mock.openapi] has a route that it has no words for', () => {
    const bare = { method: 'GET', path: 'new', query: {}, body: null } as const;
    expect(Object.keys(describeMock([bare], []).paths)).toContain('/_mock/s/{space}/new');
  });
});
