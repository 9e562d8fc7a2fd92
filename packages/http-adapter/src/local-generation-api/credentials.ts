import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { noteRequest } from '../http/request-log.ts';
import { nameCaller } from '../http/request-account.ts';
import { headerLines, readBearerToken } from '../http/request-headers.ts';
import { checkOrigin, type OriginVerdict, requestOrigin } from '../http/session-guard.ts';
import { throttledKey } from '../http/transport-failure.ts';
import type { LocalContext } from './context.ts';
import { serviceOwner } from './deps.ts';
import { type Failure, sendFailure } from './failure.ts';

/** Both headers of the service key, as names of security schemes of the OpenAPI document. */
export const serviceKeySecurity = [{ serviceKey: [] }, { serviceKeyHeader: [] }] as const;

const keyRequired: Failure = {
  kind: 'api-key-required',
  message: 'The service API key is required: Authorization: Bearer <key>, or X-API-Key: <key>.',
};
const keyInvalid: Failure = { kind: 'api-key-invalid', message: 'The API key is not valid.' };
const foreign = {
  'foreign-origin': {
    kind: 'foreign-origin',
    message: 'The request comes from another site, and no service API key is configured.',
  },
  'foreign-host': {
    kind: 'foreign-host',
    message:
      'The Host header does not match this server, and no service API key is configured: set a key, or add the address to the allowed origins.',
  },
} as const satisfies { readonly [K in Exclude<OriginVerdict, 'own'>]: Failure };

type KeyReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'key'; readonly key: string };

/**
 * Lets a request pass with the service key [local.auth.bearer]. The key is looked up at each request, so that a former
 * one gives no access to anything that starts later (I12). If none is configured, pages of other sites are refused:
 * they could spend credits through the browsers of their visitors.
 */
export function requireServiceKey(context: LocalContext): onRequestHookHandler {
  return (request, reply, done) => {
    const failure = refusalOf(context, request);
    if (failure === undefined) {
      noteRequest(request, { caller: serviceOwner });
      nameCaller(request, serviceOwner);
      done();
    } else sendFailure(reply, failure);
  };
}

function refusalOf(
  { deps, failedCredentials }: LocalContext,
  request: FastifyRequest,
): Failure | undefined {
  const reading = readKey(request);
  const matches = deps.serviceKeyMatches(reading.kind === 'key' ? reading.key : '');
  if (matches === null) {
    const verdict = checkOrigin(requestOrigin(request), deps.ownOrigins());
    return verdict === 'own' ? undefined : foreign[verdict];
  }
  if (reading.kind === 'absent') return keyRequired;
  if (matches === 'former') return keyInvalid;
  if (matches && reading.kind === 'key') return undefined;
  const waitMs = failedCredentials.count(request.ip);
  return waitMs === null ? keyInvalid : throttledKey(waitMs);
}

/** `Authorization: Bearer` wins if both are sent, even with a wrong key [local.auth.bearer-wins]. */
function readKey({ raw }: FastifyRequest): KeyReading {
  const bearer = readBearerToken(raw.rawHeaders);
  if (bearer.kind === 'token') return { kind: 'key', key: bearer.token };
  if (bearer.kind === 'malformed') return bearer;
  const lines = headerLines(raw.rawHeaders, 'x-api-key');
  const [key = ''] = lines;
  if (lines.length > 1) return { kind: 'malformed' };
  return key === '' ? { kind: 'absent' } : { kind: 'key', key };
}
