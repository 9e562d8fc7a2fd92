import type { FoundSpace } from '../space/find-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import { type ControlCall, type ControlMethod, invalid } from '../control/control-route.ts';
import { controlRoutes } from '../control/control-routes.ts';
import { listPage, pageRoutes } from '../control/page-routes.ts';
import { readQuery } from '../input/strict-input.ts';

/** A route of the whole mock, or of a space as a whole. It reads no parameters and no body, and creates no space. */
interface WholeRoute {
  readonly method: ControlMethod;
  /** As in `ControlRoute`; empty = the space itself. */
  readonly path: string;
  readonly handle: (
    spaces: MockSpaces,
    name: string,
  ) => ProviderResponse | Promise<ProviderResponse>;
}

const wholeRoutes: readonly WholeRoute[] = [
  { method: 'GET', path: 'spaces', handle: listSpaces },
  { method: 'GET', path: 'openapi.json', handle: describeRoutes },
  { method: 'DELETE', path: '', handle: dropSpace },
];

/** Answers a control call: of all spaces, of one, or of one as a whole. Only a route that reads a space creates it. */
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
  };
  if (method === 'GET' && wanted === '' && !inPath) return listPage(spaces, call);
  const whole = wholeRoutes.find((row) => row.method === method && row.path === wanted);
  if (whole !== undefined) return withoutQuery(call) ?? whole.handle(spaces, name);
  const route = [...controlRoutes, ...pageRoutes].find(
    (row) => row.method === method && row.path === wanted,
  );
  if (route === undefined)
    return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
  const use = spaces.use(name);
  if (use.kind === 'full') return invalid(use.message);
  use.space.scenario.settle();
  return route.handle(use.space, call);
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
