import * as z from 'zod';
import type { ControlRoute } from '../control/control-route.ts';
import { spaceNamePattern } from '../space/space-name.ts';
import { controlTexts } from './control-texts.ts';
import { type RouteText, text } from './described-route.ts';
import { ownRouteNames, ownRoutes } from '../wires/mock/own-wire.ts';
import { ownWireTexts, type WireRouteText } from './own-wire-texts.ts';

/** Input of an operation. */
interface Described {
  readonly method: string;
  /** Path in OpenAPI notation. */
  readonly path: string;
  readonly tag: 'control' | 'own API';
  readonly query: z.ZodRawShape;
  readonly body: z.ZodType | null;
  readonly text: RouteText;
  /** True if it can be called in a space. */
  readonly isOfSpace: boolean;
}

const refusal = z.looseObject({ error: z.looseObject({ kind: text, message: text.optional() }) });
const spaceName = text.regex(spaceNamePattern);

/** Name for the empty path of a space; `default` cannot be dropped. */
const theSpace = '/_mock/';

const description = 'Every path below /s/{space}, or /_mock/s/{space}, belongs to one space.';

/**
 * Builds the OpenAPI 3.1 document of the control routes and of the mock's own API from their input schemas
 * [mock.openapi].
 *
 * @param routes - routes of each space
 * @param whole - routes of the whole mock; the empty path is the space itself
 */
export function describeMock(
  routes: readonly Omit<ControlRoute, 'handle'>[],
  whole: readonly (Pick<ControlRoute, 'method' | 'path'> & Partial<Pick<ControlRoute, 'query'>>)[],
) {
  const described = [
    ...routes.map((route) => ofControl(route, true)),
    ...whole.map((route) => ofControl({ query: {}, ...route, body: null }, route.path === '')),
    ofControl({ method: 'GET', path: 'healthz', query: {}, body: null }, false),
    ...ownRouteNames.map((name) => ofOwnWire(ownRoutes[name], ownWireTexts[name])),
  ];
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const route of described) {
    for (const { path, operation } of operationsOf(route))
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'filmgate-mock', version: '1', description },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(described.flatMap((route) => schemasOf(route))),
        refusal: schemaOf(refusal),
      },
      securitySchemes: {
        account: { type: 'http', scheme: 'bearer', description: 'Key of an account.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Control token, if required.',
        },
      },
    },
  };
}

function ofControl(
  { method, path, query, body }: Omit<ControlRoute, 'handle'>,
  isOfSpace: boolean,
): Described {
  const about = controlTexts[`${method} ${path}`] ?? { summary: `${method} ${path}` };
  return { method, path: `/_mock/${path}`, tag: 'control', query, body, text: about, isOfSpace };
}

function ofOwnWire(
  { method, path }: { readonly method: string; readonly path: string },
  { query = {}, body = null, ...about }: WireRouteText,
): Described {
  return {
    method,
    path,
    tag: 'own API',
    query,
    body,
    text: about,
    isOfSpace: true,
  };
}

/** Name of the operation and schemas of a route: `get_ledger`. */
function nameOf({ method, path }: Described): string {
  const words = path === theSpace ? 'space' : path.replace('_mock/', '');
  return [method, ...words.split(/[^A-Za-z\d]+/)]
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
}

function schemasOf(route: Described): readonly (readonly [string, object])[] {
  const { body, text: about } = route;
  const [request, response] = referencesOf(route);
  return [
    ...(body === null ? [] : [[request, schemaOf(body)] as const]),
    ...(about.response === undefined ? [] : [[response, schemaOf(about.response)] as const]),
  ];
}

function referencesOf(route: Described): readonly [string, string] {
  return [`${nameOf(route)}.request`, `${nameOf(route)}.response`];
}

function referTo(name: string) {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}

/** The form that callers write: transformations of a schema are internal. */
function schemaOf(schema: z.ZodType) {
  const { $schema: _draft, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return written;
}

/** The operation of a route, and its variant in a space. */
function operationsOf(route: Described) {
  const { path, isOfSpace } = route;
  const inSpace = path.startsWith('/_mock/')
    ? path.replace('/_mock/', '/_mock/s/{space}/').replace(/\/$/, '')
    : `/s/{space}${path}`;
  const ofSpace = {
    path: inSpace,
    operation: operationOf(route, ['space'], path === theSpace ? '' : '_of_space'),
  };
  if (path === theSpace) return [ofSpace];
  const plain = { path, operation: operationOf(route, [], '') };
  return isOfSpace ? [plain, ofSpace] : [plain];
}

function operationOf(route: Described, named: readonly string[], suffix: string) {
  const { path, tag, query, body, text: about } = route;
  const [request, response] = referencesOf(route);
  const inPath = [...named, ...(path.includes('{id}') ? ['id'] : [])].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(name === 'space' ? spaceName : text),
  }));
  const { properties = {}, required = [] } = schemaOf(z.strictObject(query));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const json = about.response === undefined ? {} : { 'application/json': referTo(response) };
  const others = Object.fromEntries((about.forms ?? []).map((type) => [type, {}]));
  const isOptional = body?.safeParse(null).success === true;
  return {
    operationId: `${nameOf(route)}${suffix}`,
    tags: [tag],
    summary: about.summary,
    security: tag === 'own API' ? [{ account: [] }] : [{}, { token: [] }],
    parameters: [...inPath, ...inQuery],
    ...(body !== null && {
      requestBody: { required: !isOptional, content: { 'application/json': referTo(request) } },
    }),
    responses: {
      [about.status ?? 200]: { description: 'Success', content: { ...json, ...others } },
      default: { description: 'Refused', content: { 'application/json': referTo('refusal') } },
    },
  };
}
