import type { Exchange } from '../evidence/exchange.ts';
import type { ServedReply } from '../evidence/exchanges.ts';
import { findSpace, type FoundSpace } from '../space/find-space.ts';
import type { MockSpace } from '../space/mock-space.ts';
import type { MockSpaces } from '../space/mock-spaces.ts';
import { spacePath } from '../space/space-name.ts';
import { notFoundReply, refusalReply } from '../wire/error-reply.ts';
import { jsonReply, type ProviderReply, textReply } from '../wire/provider-request.ts';
import { ownWire } from '../world/mock-job.ts';
import { bringsToken } from './control-token.ts';
import { preflightReply, shareReply } from './cross-origin.ts';
import { foreignControl, isLocalCall } from './foreign-control.ts';
import { type Lures, strayReply } from './lure.ts';
import { handlePersonality, originOf, type SpokenWire, spokenWire } from './personality-call.ts';
import { readBody, readBoundedBody } from './read-body.ts';
import { type ReceivedRequest, wantedRange } from './received-request.ts';
import { requestFacts } from './request-facts.ts';

/** What requests are decided by. */
export interface ReplyRules {
  readonly spaces: MockSpaces;
  /** Private addresses that redirects lead to. */
  readonly lures: Lures;
  /** Whether the `/_mock/…` routes exist. */
  readonly control: boolean;
  /** Names the `/_mock/…` routes are reached under besides those of this machine. */
  readonly controlHosts: readonly string[];
  /** What the `/_mock/…` routes ask for, except for the health; null = nothing. */
  readonly controlToken: string | null;
}

/** A reply, and the space that keeps the connection if there is none. */
export interface DecidedReply {
  readonly reply: ProviderReply;
  readonly space?: MockSpace;
  /** Its record; absent where there is none. */
  readonly exchange?: Exchange;
  /** Told how the reply ended; absent where it is not on record. */
  readonly ended?: ServedReply['ended'];
}

/** Finds what answers a request and lets it decide. Rejects when the connection breaks. */
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
  if (!isPath(url)) return { reply: invalidReply('the path of the request cannot be read') };
  // Tells nothing, and is asked for by what runs the mock: under any name, and where there are no other control routes.
  if (`${request.method} ${url}` === 'GET /_mock/healthz')
    return { reply: jsonReply(200, { status: 'ok' }) };
  // As a person types the address of the page.
  if (url === '/_mock' && rules.control)
    return { reply: { ...textReply(308, 'text/plain', ''), headers: { location: '/_mock/' } } };
  const found = findSpace({ url, header: (name) => headerOf(request, name) });
  if (found.kind === 'refused') return { reply: invalidReply(found.message) };
  if (!isPath(found.path)) return { reply: invalidReply('the path of the request cannot be read') };
  const isStray = await rules.lures.has(request);
  if (isStray && (found.isControl || !rules.spaces.has(found.name)))
    return { reply: notFoundReply() };
  if (found.isControl) return { reply: await decideControl(request, found, rules) };
  const use = rules.spaces.use(found.name);
  if (use.kind === 'full') return { reply: invalidReply(use.message) };
  const { space } = use;
  space.scenario.settle();
  const { path, header } = found;
  const spoken = spokenWire(request, space, found);
  const wire = spoken?.name ?? ownWire;
  const { method = 'GET' } = request;
  const facts = requestFacts({ method, path, header, isLocal: isLocalCall(request) }, wire);
  const served = await space.world.evidence.exchanges.serve(facts, () =>
    isStray
      ? Promise.resolve(strayReply(space, path))
      : decideInSpace(request, { space, found, spoken }).then((reply) =>
          rules.lures.lead(request, reply, space),
        ),
  );
  return { ...(await settled(space, served)), space };
}

/** What is due once a request was decided, and once its response has ended. */
async function settled(space: MockSpace, served: ServedReply): Promise<ServedReply> {
  space.world.settleReads();
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
  { spaces, ...rules }: ReplyRules,
): Promise<ProviderReply> {
  const refusal = refuseControl(request, rules);
  if (refusal !== undefined) return refusal;
  const body = await readBody(request);
  if (body.kind === 'refused') return invalidReply(body.message);
  const { method = 'GET' } = request;
  // With its forms it is most of what there is to load: a start does not pay for it.
  const { handleControl } = await import('./handle-control.ts');
  return handleControl(spaces, found, { method, body, range: wantedRange(request) });
}

/** A stranger is answered before the body of the request is read. */
function refuseControl(
  { headers }: ReceivedRequest,
  { control, controlHosts, controlToken }: Omit<ReplyRules, 'spaces' | 'lures'>,
): ProviderReply | undefined {
  if (!control) return notFoundReply();
  const message = foreignControl(headers, controlToken === null ? controlHosts : 'every');
  if (message !== undefined) return jsonReply(403, { error: { kind: 'foreign', message } });
  return controlToken === null || bringsToken(headers, controlToken) ? undefined : tokenReply;
}

const tokenReply: ProviderReply = {
  ...jsonReply(401, {
    error: {
      kind: 'control_token',
      message: 'the control routes of this mock need Authorization: Bearer and its control token',
    },
  }),
  headers: { 'www-authenticate': 'Bearer, Basic realm="filmgate-mock"' },
};

async function decideInSpace(
  request: ReceivedRequest,
  {
    space,
    found,
    spoken,
  }: {
    readonly space: MockSpace;
    readonly found: FoundSpace;
    readonly spoken: SpokenWire | undefined;
  },
): Promise<ProviderReply> {
  const range = wantedRange(request);
  const handled =
    spoken === undefined ? undefined : handlePersonality(request, spoken, { space, found, range });
  if (handled !== undefined) return handled;
  const body = await readBoundedBody(request);
  if (body.kind === 'refused') return invalidReply(body.message);
  const key = /^Bearer (\S.*)$/i.exec(found.header('authorization') ?? '')?.[1] ?? null;
  const { method = 'GET' } = request;
  const base = `${originOf(request)}${spacePath(space.name)}`;
  return space.provider.handle({ method, path: found.path, key, body: body.value, range, base });
}

function invalidReply(message: string): ProviderReply {
  return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
}

function headerOf({ headers }: ReceivedRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a request names a place on this server: `//` begins the name of another one. */
function isPath(path: string): boolean {
  const here = 'mock.invalid';
  const url = URL.parse(path, `http://${here}`);
  return url !== null && (url.host === here || !path.startsWith('/'));
}
