import type { Exchange } from '../records/exchange.ts';
import type { ServedReply } from '../records/exchanges.ts';
import { findSpace, type FoundSpace } from '../space/find-space.ts';
import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { spacePath } from '../space/space-name.ts';
import { ownWire } from '../job/mock-job.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../http/provider-request.ts';
import { bringsToken } from '../input/control-token.ts';
import { preflightReply, shareReply } from './cross-origin.ts';
import { foreignControl, isLocalCall } from '../input/foreign-control.ts';
import { type SsrfCanaries, strayReply } from './ssrf-canary.ts';
import type { handleControl } from './handle-control.ts';
import { handlePersonality, spokenWire } from './personality-call.ts';
import { delayed } from './waiting-caller.ts';
import { readBytes } from '../http/read-body.ts';
import { type ReceivedRequest, wantedRange } from '../http/received-request.ts';
import { requestFacts } from '../records/request-facts.ts';

/** Settings for decisions about requests. */
export interface ReplyRules {
  readonly spaces: MockSpaces;
  /** SSRF canaries: private addresses that redirects lead to. */
  readonly ssrfCanaries: SsrfCanaries;
  /** Loads the handler of the `/_mock/…` routes, which is most of the code; null if they do not exist. */
  readonly control: (() => Promise<typeof handleControl>) | null;
  /** Host names of the `/_mock/…` routes, besides those of this machine. */
  readonly controlHosts: readonly string[];
  /** Token required by the `/_mock/…` routes, except for health; null = none. */
  readonly controlToken: string | null;
}

/** A reply, and the space that holds the connection if there is none. */
export interface DecidedReply {
  readonly reply: ProviderReply;
  readonly space?: MockSpace;
  /** Its record; absent if there is none. */
  readonly exchange?: Exchange;
  /** Reports the end of the reply; absent if it is not recorded. */
  readonly ended?: ServedReply['ended'];
}

/** Finds the handler of a request and returns its reply. Rejects if the connection breaks. */
export async function decideReply(
  request: ReceivedRequest,
  rules: ReplyRules,
): Promise<DecidedReply> {
  const { url = '/', method } = request;
  if (url.startsWith('/_mock/')) return decide(request, rules);
  const decided =
    method === 'OPTIONS'
      ? { reply: preflightReply(request.headers) }
      : await decide(request, rules);
  return { ...decided, reply: shareReply(decided.reply, request.headers, rules.controlHosts) };
}

async function decide(request: ReceivedRequest, rules: ReplyRules): Promise<DecidedReply> {
  const { url = '/' } = request;
  if (!isPath(url)) return { reply: unreadable };
  // Reveals nothing, and is requested by supervisors: under any name, and without other control routes.
  if (`${request.method} ${url}` === 'GET /_mock/healthz')
    return { reply: jsonReply(200, { status: 'ok' }) };
  // As people type the address of the page.
  if (url === '/_mock' && rules.control !== null)
    return { reply: { ...textReply(308, 'text/plain', ''), headers: { location: '/_mock/' } } };
  const found = findSpace({ url, header: (name) => headerOf(request, name) });
  if (found.kind === 'refused') return { reply: invalidReply(found.message) };
  if (!isPath(found.path)) return { reply: unreadable };
  const isStray = await rules.ssrfCanaries.has(request);
  if (isStray && (found.isControl || !rules.spaces.has(found.name)))
    return { reply: ownError(404, 'not_found', 'no such resource') };
  if (found.isControl) return { reply: await decideControl(request, found, rules) };
  const use = rules.spaces.use(found.name);
  if (use.kind === 'full') return { reply: invalidReply(use.message) };
  const { space } = use;
  space.scenario.settle();
  const { path, header } = found;
  const spoken = spokenWire(request, space, found);
  const wire = spoken.name;
  const { method = 'GET' } = request;
  const facts = requestFacts({ method, path, header, isLocal: isLocalCall(request) }, wire);
  const range = wantedRange(request);
  const respond = async () =>
    wire === ownWire && !path.startsWith(ownPrefix)
      ? unspokenReply(space)
      : await (handlePersonality(request, spoken, { space, found, range }) ?? unreadable);
  const serve = async () =>
    isStray
      ? strayReply(space, path)
      : rules.ssrfCanaries.lead(request, await delayed(request, space, respond), space);
  const served = await space.world.requestHistory.exchanges.serve(facts, serve, header);
  return { ...(await settled(space, served)), space };
}

/** Executes what is due after a request was decided, and after its response has ended. */
async function settled(space: MockSpace, served: ServedReply): Promise<ServedReply> {
  void space.hung.settle();
  const called = space.callbacks.settle();
  const { op, attempt } = served.exchange;
  if (op === 'submit' && attempt?.job?.instructions.callback === 'before-answer') await called;
  const ended: ServedReply['ended'] = (end) => {
    served.ended(end);
    void space.callbacks.settle();
  };
  return { ...served, ended };
}

async function decideControl(
  request: ReceivedRequest,
  found: FoundSpace,
  { spaces, control, ...rules }: ReplyRules,
): Promise<ProviderReply> {
  if (control === null) return ownError(404, 'not_found', 'no such resource');
  const refusal = refuseControl(request, rules);
  if (refusal !== undefined) return refusal;
  const body = await readBytes(request);
  if (body.kind === 'too-long') return invalidReply('the request is too long');
  const { method = 'GET' } = request;
  const { bytes } = body;
  const handle = await control();
  return handle(spaces, found, { method, bytes, range: wantedRange(request) });
}

/** Unauthorised callers get a response before the body of the request is read. */
function refuseControl(
  { headers }: ReceivedRequest,
  { controlHosts, controlToken }: Pick<ReplyRules, 'controlHosts' | 'controlToken'>,
): ProviderReply | undefined {
  const message = foreignControl(headers, controlToken === null ? controlHosts : 'every');
  if (message !== undefined) return jsonReply(403, { error: { kind: 'foreign', message } });
  return controlToken === null || bringsToken(headers, controlToken) ? undefined : tokenReply;
}

const tokenReply: ProviderReply = {
  ...jsonReply(401, {
    error: {
      kind: 'control_token',
      message:
        'the control routes of this mock require Authorization: Bearer with its control token',
    },
  }),
  headers: { 'www-authenticate': 'Bearer, Basic realm="filmgate-mock"' },
};

/** Paths of the mock's own API. */
const ownPrefix = '/v1/';

/** Response to a path of no API: usually a base URL with a wrong path. */
function unspokenReply({ name, personalities }: MockSpace): ProviderReply {
  const prefixes = [ownPrefix, ...[...personalities.keys()].map((wire) => `/${wire}/`)];
  const spoken = prefixes.map((prefix) => `${spacePath(name)}${prefix}`).join(', ');
  const message = `no such route; spoken here: ${spoken}`;
  return jsonReply(404, { error: { kind: 'not_found', message } });
}

function invalidReply(message: string): ProviderReply {
  return ownError(400, 'invalid', message);
}

const unreadable = invalidReply('the path of the request cannot be read');

function headerOf({ headers }: ReceivedRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns true if a request names a path on this server: `//` begins the name of another one. */
function isPath(path: string): boolean {
  const here = 'mock.invalid';
  const url = URL.parse(path, `http://${here}`);
  return url !== null && (url.host === here || !path.startsWith('/'));
}

/** An error in the mock's own shape, for a request that reaches no API. */
function ownError(status: number, kind: string, message: string): ProviderResponse {
  return jsonReply(status, { error: { kind, message, retry_after_ms: null } });
}
