import * as z from 'zod';
import type { ControlRoute } from '../control/control-route.ts';
import { spaceNamePattern } from '../space/space-name.ts';
import { ownRouteNames, ownRoutes } from '../wires/mock/own-wire.ts';
import { controlTexts } from './control-texts.ts';
import { ownWireTexts } from './own-wire-texts.ts';
import { type RouteText, text } from './route-text.ts';

type RouteInput = Pick<ControlRoute, 'method' | 'path'> &
  Partial<Pick<ControlRoute, 'query' | 'body'>>;

/** A route with its text. */
interface Described extends RouteText {
  readonly method: string;
  /** Path in OpenAPI notation. */
  readonly path: string;
  readonly tag: 'control' | 'own API';
  /** True if it can be called in a space. */
  readonly isOfSpace: boolean;
}

const refusal = z.looseObject({ error: z.looseObject({ kind: text, message: text.optional() }) });
const spaceName = text.regex(spaceNamePattern);

/** Path of the space itself, which has no form outside of a space: `default` cannot be dropped. */
const theSpace = '/_mock/';

const description = 'Every path below /s/{space}, or /_mock/s/{space}, belongs to one space.';

/**
 * Builds the OpenAPI 3.1 document of the control routes and of the mock's own API from their input schemas
 * [mock.openapi].
 *
 * @param routes - routes of each space
 * @param whole - routes of the whole mock; the empty path is the space itself
 */
export function describeMock(routes: readonly RouteInput[], whole: readonly RouteInput[]) {
  const described: readonly Described[] = [
    ...routes.map((route) => ofControl(route, true)),
    ...whole.map((route) => ofControl(route, route.path === '')),
    ofControl({ method: 'GET', path: 'healthz' }, false),
    ...ownRouteNames.map(
      (name) =>
        ({ ...ownRoutes[name], ...ownWireTexts[name], tag: 'own API', isOfSpace: true }) as const,
    ),
  ];
  const paths: { [path: string]: { [method: string]: object } } = {};
  const schemas: { [name: string]: object } = {};
  for (const route of described) {
    const { method, path, body, response, isOfSpace } = route;
    const name = nameOf(route);
    if (body !== undefined && body !== null) schemas[`${name}.request`] = schemaOf(body);
    if (response !== undefined) schemas[`${name}.response`] = schemaOf(response);
    const add = (at: string, operation: object) => {
      paths[at] = { ...paths[at], [method.toLowerCase()]: operation };
    };
    const operation = operationOf(route, name);
    if (path !== theSpace) add(path, operation);
    if (isOfSpace) add(inSpace(path), ofSpace(operation, path));
  }
  const bearer = { type: 'http', scheme: 'bearer' };
  return {
    openapi: '3.1.0',
    info: { title: 'filmgate-mock', version: '1', description },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...schemas, refusal: schemaOf(refusal) },
      securitySchemes: {
        account: { ...bearer, description: 'Key of an account.' },
        token: { ...bearer, description: 'Control token, if required.' },
      },
    },
  };
}

function ofControl({ method, path, query, body }: RouteInput, isOfSpace: boolean): Described {
  const about = controlTexts[`${method} ${path}`] ?? { summary: `${method} ${path}` };
  return { ...about, method, path: `/_mock/${path}`, tag: 'control', query, body, isOfSpace };
}

/** Name of the operation and schemas of a route: `get_ledger`. */
function nameOf({ method, path }: Described): string {
  const words = path === theSpace ? 'space' : path.replace('_mock/', '');
  return [method, ...words.split(/[^A-Za-z\d]+/)]
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
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

function inSpace(path: string): string {
  return path.startsWith('/_mock/')
    ? path.replace('/_mock/', '/_mock/s/{space}/').replace(/\/$/, '')
    : `/s/{space}${path}`;
}

/** The operation of a route in a space. */
function ofSpace(operation: ReturnType<typeof operationOf>, path: string) {
  const { operationId, parameters } = operation;
  return {
    ...operation,
    operationId: path === theSpace ? operationId : `${operationId}_of_space`,
    parameters: [inPath('space', spaceName), ...parameters],
  };
}

function inPath(name: string, schema: z.ZodType) {
  return { name, in: 'path', required: true, schema: schemaOf(schema) };
}

function operationOf(route: Described, operationId: string) {
  const { path, tag, summary, query = {}, body = null, response, status = 200, forms = [] } = route;
  const json = (name: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  const { properties = {}, required = [] } = schemaOf(z.strictObject(query));
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const content = {
    ...(response !== undefined && json(`${operationId}.response`)),
    ...Object.fromEntries(forms.map((type) => [type, {}])),
  };
  return {
    operationId,
    tags: [tag],
    summary,
    security: tag === 'own API' ? [{ account: [] }] : [{}, { token: [] }],
    parameters: [...(path.includes('{id}') ? [inPath('id', text)] : []), ...inQuery],
    ...(body !== null && {
      requestBody: {
        required: !body.safeParse(null).success,
        content: json(`${operationId}.request`),
      },
    }),
    responses: {
      [status]: { description: 'Success', content },
      default: { description: 'Refused', content: json('refusal') },
    },
  };
}
