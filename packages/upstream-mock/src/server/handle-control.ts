import type { FoundSpace } from '../space/find-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { defaultSpace } from '../space/space-name.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import {
  type ControlCall,
  type ControlRoute,
  invalid,
  notFound,
  reading,
} from '../control/control-route.ts';
import { controlRoutes } from '../control/control-routes.ts';
import { listPage, pageRoutes } from '../control/page-routes.ts';
import { verdictsRoute } from '../control/verdict-routes.ts';

/** The routes of the whole mock, or of a space as a whole by its name. They create no space. */
const wholeRoutes: readonly ControlRoute<string>[] = [
  reading('spaces', {}, (_name: string, _query, { spaces }) => listSpaces(spaces)),
  verdictsRoute,
  reading('openapi.json', {}, async () => {
    const { describeMock } = await import('../openapi/openapi-document.ts');
    return jsonReply(200, describeMock(controlRoutes, wholeRoutes));
  }),
  {
    ...reading('', {}, (name: string, _query, { spaces }) =>
      name === defaultSpace
        ? invalid('the default space cannot be dropped: POST /_mock/reset empties it')
        : jsonReply(200, { dropped: spaces.drop(name) }),
    ),
    method: 'DELETE',
  },
];

/** Handles a control call: of all spaces, of one, or of one as a whole. Only a POST to a space creates it. */
export async function handleControl(
  spaces: MockSpaces,
  { name, inPath, path, header }: FoundSpace,
  { method, ...sent }: Pick<ControlCall, 'range' | 'bytes'> & { readonly method: string },
): Promise<ProviderResponse> {
  const url = new URL(path, 'http://mock.invalid');
  const wanted = url.pathname.slice('/_mock/'.length);
  const call: ControlCall = {
    ...sent,
    query: url.searchParams,
    accept: header('accept') ?? '',
    host: header('host') ?? '',
    spaces,
  };
  if (method === 'GET' && wanted === '' && !inPath) return listPage(spaces, call);
  const isWanted = (row: Pick<ControlRoute, 'method' | 'path'>) =>
    row.method === method && row.path === wanted;
  const whole = wholeRoutes.find(isWanted);
  if (whole !== undefined) return whole.handle(name, call);
  const route = [...controlRoutes, ...pageRoutes].find(isWanted);
  return route === undefined ? notFound('no such resource') : inSpace(route, call, name);
}

/** Handles a call in a space, which only a POST creates. A mistyped name would have a clean verdict. */
function inSpace(
  { method, handle }: Pick<ControlRoute, 'method' | 'handle'>,
  call: ControlCall,
  name: string,
): ProviderResponse | Promise<ProviderResponse> {
  const { spaces } = call;
  const found = method === 'POST' ? spaces.use(name) : spaces.find(name);
  switch (found.kind) {
    case 'full':
      return invalid(found.message);
    case 'unknown': {
      const message = `there is no space ${name}, which its first request or a POST to its control routes creates: did you mean ${found.near.join(', ')}?`;
      return jsonReply(404, { error: { kind: 'unknown_space', message } });
    }
    case 'dropped': {
      const { space, outcome, at } = found.dropped;
      const message = `the space ${space} was dropped at ${new Date(at).toISOString()}; its outcome was ${outcome}`;
      return jsonReply(410, { error: { kind: 'dropped_space', message } });
    }
    case 'used':
    case 'known':
      found.space.scenario.settle();
      return handle(found.space, call);
  }
}

function listSpaces(spaces: MockSpaces): ProviderResponse {
  const listed = spaces.all().map(({ space: { name, world }, usedAt }) => ({
    name,
    accepted: world.accounts.counts().accepted,
    now: new Date(world.clock.now()).toISOString(),
    used_at: new Date(usedAt).toISOString(),
  }));
  return jsonReply(200, { spaces: listed });
}
