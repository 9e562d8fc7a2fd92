import type { ApiUsers, Job, OwnedJobId } from '@filmgate/core';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import { noteRequest } from '../http/request-log.ts';
import type { LiveCredential } from '../http/subscribers.ts';
import { nameCaller } from '../http/request-account.ts';
import { readBearerToken } from '../http/request-headers.ts';
import { throttledKey } from '../http/transport-failure.ts';
import type { VideoTaskContext } from './context.ts';
import type { Authenticated, VideoTaskApiDeps } from './deps.ts';
import { type Failure, sendFailure } from './failure.ts';
import { createKeyReader } from './key-reader.ts';

/** Security scheme names of the OpenAPI document. */
export const apiUserSecurity = [{ apiUserKey: [] }] as const;

export const upstreamSecurity = [{ nativeKey: [] }] as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See `lookUpCallersInStore`. */
    readonly callerIsInStore?: true;
  }
}

/**
 * Marks the routes of this scope as ones whose callers are looked up in the store, and which need nothing else of their
 * host before the body is read. A host with a store query of its own at each request may then run it meanwhile (from
 * `onRequest` to `preParsing`), instead of before.
 */
export function lookUpCallersInStore(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, callerIsInStore: true };
  });
}

/** Returns true if a request's route was marked by `lookUpCallersInStore`. */
export function isCallerInStore({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.callerIsInStore === true;
}

/** Request decorator that holds the owner of a credential. */
export const ownerDecorator = 'videoTaskOwner';

/** Owner of everything made over the native API [native.jobs.separate-owner]. */
const nativeOwner = 'native';

/** Request decorator that holds the digest of an API user's key. */
export const keyDigestDecorator = 'videoTaskKeyDigest';

/** Request decorator that holds the owner's quota as the embedding program gave it; null = none. */
export const quotaDecorator = 'videoTaskQuota';

/** Returns the owner that the scope's credential hook found. */
export function ownerOf(request: FastifyRequest): string {
  return request.getDecorator<string>(ownerDecorator);
}

/** Returns the caller's job of a poll, undefined if it does not exist; the request log counts the request as a poll. */
export async function readPolled(
  { deps }: VideoTaskContext,
  request: FastifyRequest,
  asked: Pick<OwnedJobId, 'surface' | 'id'>,
): Promise<Job | undefined> {
  noteRequest(request, { isPoll: true });
  const job = await deps.gateway.get({ owner: ownerOf(request), ...asked });
  if (job !== undefined) noteRequest(request, { jobId: job.id });
  return job;
}

type Authenticate = NonNullable<VideoTaskApiDeps['authenticate']>;

type RateLimited = Extract<
  Awaited<ReturnType<ApiUsers['authenticate']>>,
  { readonly kind: 'rate-limited' }
>;

const keyRequired: Failure = {
  kind: 'api-key-required',
  message: 'An API key is required: Authorization: Bearer <key>.',
};
const keyInvalid: Failure = { kind: 'api-key-invalid', message: 'The API key is not valid.' };
const nativeOff: Failure = {
  kind: 'api-key-invalid',
  message: 'The native API is disabled: no key is configured on the server.',
};

/**
 * Lets a request pass with the key of an enabled API user [auth.every-route]. Keys are looked up at each request, so
 * that a disabled or rotated one gives no access to anything that starts later (I12).
 */
export function requireApiUser(
  context: VideoTaskContext,
): onRequestHookHandler | onRequestAsyncHookHandler {
  const { deps } = context;
  const { authenticate } = deps;
  if (authenticate !== undefined) return requireCallerOfHost(authenticate);
  const readKey = createKeyReader(deps.keys);
  const byKey: onRequestHookHandler = (request, reply, done) => {
    const reading = readKey(request.raw);
    if (reading.kind !== 'key') {
      const isAbsent = reading.kind === 'absent';
      sendFailure(reply, isAbsent ? keyRequired : wrongKey(context, request));
      return;
    }
    const { digest: keyDigest, wasMade } = reading;
    deps.apiUsers.authenticate({ keyDigest, now: deps.clock.now() }).then((outcome) => {
      if (outcome.kind === 'rate-limited') {
        setOwner(request, ownerOfUser(outcome.id));
        sendFailure(reply, rateLimited(outcome));
        return;
      }
      if (outcome.kind !== 'known') {
        const reason = outcome.kind === 'unknown' && wasMade ? 'former' : outcome.kind;
        const failure = reason === 'unknown' ? wrongKey(context, request) : keyInvalid;
        if (failure === keyInvalid)
          deps.log.info('api_key_refused', { request_id: request.id, reason });
        sendFailure(reply, failure);
        return;
      }
      setOwner(request, ownerOfUser(outcome.id));
      request.setDecorator(keyDigestDecorator, keyDigest);
      done();
    }, done);
  };
  return byKey;
}

/** Lets a request pass if the embedding program names its owner. */
function requireCallerOfHost(authenticate: Authenticate): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const outcome = await authenticate(request);
    if (outcome.kind === 'owner') {
      setOwner(request, outcome.owner);
      request.setDecorator(quotaDecorator, checkedQuota(outcome));
    } else await sendFailure(reply, { kind: 'api-key-invalid', message: outcome.message });
  };
}

/** Returns the owner's quota; an invalid one is the program's mistake, never the caller's. */
function checkedQuota({
  owner,
  quota = null,
}: Extract<Authenticated, { readonly kind: 'owner' }>): number | null {
  if (quota === null || (Number.isSafeInteger(quota) && quota >= 0)) return quota;
  throw new TypeError(
    `authenticate gave ${owner} a quota of ${quota}; it must be a non-negative whole number of credits, or null.`,
  );
}

/** Lets a request pass with the native key [auth.native-key]; if none is configured, every request is refused. */
export function requireNativeKey(context: VideoTaskContext): onRequestHookHandler {
  return (request, reply, done) => {
    const reading = readBearerToken(request.raw.rawHeaders);
    if (reading.kind === 'absent') {
      sendFailure(reply, keyRequired);
      return;
    }
    const { nativeKeyMatches } = context.deps;
    const matches = reading.kind === 'token' ? nativeKeyMatches(reading.token) : false;
    if (matches === true) {
      setOwner(request, nativeOwner);
      done();
      return;
    }
    if (matches === 'former') {
      sendFailure(reply, keyInvalid);
      return;
    }
    sendFailure(reply, wrongKey(context, request, matches === null ? nativeOff : keyInvalid));
  };
}

/** Returns the response to a key that never existed; its block of addresses is charged [guessing.known-keys]. */
function wrongKey(
  { failedCredentials }: VideoTaskContext,
  request: FastifyRequest,
  failure = keyInvalid,
): Failure {
  const waitMs = failedCredentials.count(request.ip);
  return waitMs === null ? failure : throttledKey(waitMs);
}

function setOwner(request: FastifyRequest, owner: string): void {
  request.setDecorator(ownerDecorator, owner);
  noteRequest(request, { caller: owner });
  nameCaller(request, owner);
}

/** Returns the API user's key of a request, for anything that outlives the request. */
export function liveCredentialOf(
  { deps }: VideoTaskContext,
  request: FastifyRequest,
): LiveCredential {
  const owner = ownerOf(request);
  const { authenticate } = deps;
  if (authenticate !== undefined) {
    const isAccepted = async () => {
      const outcome = await authenticate(request);
      return outcome.kind === 'owner' && outcome.owner === owner;
    };
    return { owner, name: owner, isAccepted };
  }
  const keyDigest = request.getDecorator<string>(keyDigestDecorator);
  return {
    owner,
    name: keyDigest,
    isAccepted: async () => {
      const looked = { keyDigest, now: deps.clock.now(), counted: false };
      const outcome = await deps.apiUsers.authenticate(looked);
      return outcome.kind === 'known' && ownerOfUser(outcome.id) === owner;
    },
  };
}

export function ownerOfUser(id: string): string {
  return `user:${id}`;
}

function rateLimited({ limit, retryAfterMs }: RateLimited): Failure {
  const message = `The rate limit of this key is ${limit} requests per minute.`;
  return { kind: 'rate-limited', message, retryAfterMs };
}
