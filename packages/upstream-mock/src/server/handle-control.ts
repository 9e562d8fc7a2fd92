import type { FoundSpace } from '../space/find-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import { type ControlCall, invalid } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { listPage } from './page-routes.ts';
import { readQuery } from './strict-input.ts';

/** Answers a control call: of all spaces, of one, or of one as a whole. Only what a route reads makes a space. */
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
  if (`${method} ${wanted}` === 'GET ' && !inPath) return listPage(spaces, call);
  if (`${method} ${wanted}` === 'GET spaces') return withoutQuery(call) ?? listSpaces(spaces);
  if (`${method} ${wanted}` === 'DELETE ') return withoutQuery(call) ?? dropSpace(spaces, name);
  const route = controlRoutes.find((row) => row.method === method && row.path === wanted);
  if (route === undefined)
    return jsonReply(404, { error: { kind: 'not_found', message: 'no such resource' } });
  const use = spaces.use(name);
  return use.kind === 'full' ? invalid(use.message) : route.handle(use.space, call);
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

function dropSpace(spaces: MockSpaces, name: string): ProviderResponse {
  if (name === defaultSpace)
    return invalid('the default space is always there: POST /_mock/reset empties it');
  return jsonReply(200, { dropped: spaces.drop(name) });
}

/** Refuses what is said in the URL where nothing is read from it. */
function withoutQuery({ query }: ControlCall): ProviderResponse | undefined {
  const read = readQuery(query, {});
  return read.kind === 'refused' ? invalid(read.message) : undefined;
}
