import type { FoundSpace } from '../space/find-space.ts';
import type { DroppedSpace, MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import {
  type ControlCall,
  type ControlMethod,
  type ControlRoute,
  invalid,
} from '../control/control-route.ts';
import { controlRoutes } from '../control/control-routes.ts';
import { listPage, pageRoutes } from '../control/page-routes.ts';
import { readVerdicts, verdictParameters } from '../control/verdict-routes.ts';
import { readQuery } from '../input/strict-input.ts';
import type * as z from 'zod';

/** A route of the whole mock, or of a space as a whole. It reads no body, and creates no space. */
interface WholeRoute {
  readonly method: ControlMethod;
  /** As in `ControlRoute`; empty = the space itself. */
  readonly path: string;
  /** Schema of its parameters, which it reads itself; absent = none. */
  readonly query?: z.ZodRawShape;
  readonly handle: (
    spaces: MockSpaces,
    name: string,
    call: ControlCall,
  ) => ProviderResponse | Promise<ProviderResponse>;
}

const wholeRoutes: readonly WholeRoute[] = [
  { method: 'GET', path: 'spaces', handle: listSpaces },
  {
    method: 'GET',
    path: 'verdicts',
    query: verdictParameters,
    handle: (spaces, _, call) => readVerdicts(spaces, call),
  },
  { method: 'GET', path: 'openapi.json', handle: describeRoutes },
  { method: 'DELETE', path: '', handle: dropSpace },
];

/** Handles a control call: of all spaces, of one, or of one as a whole. Only a POST to a space creates it. */
export async function handleControl(
  spaces: MockSpaces,
  { name, inPath, path, header }: FoundSpace,
  {
    method,
    body,
    range,
  }: Pick<ControlCall, 'range'> & {
    readonly method: string;
    readonly body: { readonly value: unknown; readonly bytes: Uint8Array };
  },
): Promise<ProviderResponse> {
  const url = new URL(path, 'http://mock.invalid');
  const wanted = url.pathname.slice('/_mock/'.length);
  const call: ControlCall = {
    query: url.searchParams,
    body: body.value,
    bytes: body.bytes,
    range,
    accept: header('accept') ?? '',
    host: header('host') ?? '',
    spaces,
  };
  if (method === 'GET' && wanted === '' && !inPath) return listPage(spaces, call);
  const whole = wholeRoutes.find((row) => row.method === method && row.path === wanted);
  if (whole !== undefined) {
    const refusal = whole.query === undefined ? withoutQuery(call) : undefined;
    return refusal ?? whole.handle(spaces, name, call);
  }
  const route = [...controlRoutes, ...pageRoutes].find(
    (row) => row.method === method && row.path === wanted,
  );
  if (route === undefined)
    return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
  return inSpace(route, call, name);
}

/** Handles a call in a space, which only a POST creates. */
function inSpace(
  route: Pick<ControlRoute, 'method' | 'handle'>,
  call: ControlCall,
  name: string,
): ProviderResponse | Promise<ProviderResponse> {
  const { spaces } = call;
  const found = route.method === 'POST' ? spaces.use(name) : spaces.find(name);
  switch (found.kind) {
    case 'full':
      return invalid(found.message);
    case 'unknown':
      return unknownSpace(name, found.near);
    case 'dropped':
      return droppedSpace(found.dropped);
    case 'used':
    case 'known':
      found.space.scenario.settle();
      return route.handle(found.space, call);
  }
}

/** A space that is only read is never created: a mistyped name would have a clean verdict. */
function unknownSpace(name: string, near: readonly string[]): ProviderResponse {
  const message = `there is no space ${name}, which its first request or a POST to its control routes creates: did you mean ${near.join(', ')}?`;
  return jsonReply(404, { error: { kind: 'unknown_space', message } });
}

function droppedSpace({ space, outcome, at }: DroppedSpace): ProviderResponse {
  const message = `the space ${space} was dropped at ${new Date(at).toISOString()}; its outcome was ${outcome}`;
  return jsonReply(410, { error: { kind: 'dropped_space', message } });
}

function listSpaces(spaces: MockSpaces): ProviderResponse {
  const listed = spaces.all().map(({ space: { name, world }, usedAt }) => ({
    name,
    accepted: world.counts().accepted,
    now: new Date(world.clock.now()).toISOString(),
    used_at: new Date(usedAt).toISOString(),
  }));
  return jsonReply(200, { spaces: listed });
}

/** Built at the first call, to keep the start fast. */
async function describeRoutes(): Promise<ProviderResponse> {
  const { describeMock } = await import('../openapi/openapi-document.ts');
  return jsonReply(200, describeMock(controlRoutes, wholeRoutes));
}

function dropSpace(spaces: MockSpaces, name: string): ProviderResponse {
  if (name === defaultSpace)
    return invalid('the default space cannot be dropped: POST /_mock/reset empties it');
  return jsonReply(200, { dropped: spaces.drop(name) });
}

/** Refuses query parameters of a route that has none. */
function withoutQuery({ query }: ControlCall): ProviderResponse | undefined {
  const read = readQuery(query, {});
  return read.kind === 'refused' ? invalid(read.message) : undefined;
}
