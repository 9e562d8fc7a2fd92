import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { readBearerToken } from '../mechanics/bearer-token.ts';
import { noteCall } from '../mechanics/call-facts.ts';
import { headerLines } from '../mechanics/raw-header.ts';
import { nameCaller } from '../mechanics/request-account.ts';
import type { LocalContext } from './context.ts';
import type { Failure } from './failure.ts';
import { sendFailure } from './failure-response.ts';
import { serviceOwner } from './service-owner.ts';

const keyRequired: Failure = {
  kind: 'api-key-required',
  message: 'The service API key is required: Authorization: Bearer <key>, or X-API-Key: <key>.',
};
const keyInvalid: Failure = { kind: 'api-key-invalid', message: 'The API key is not valid.' };

type KeyReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'key'; readonly key: string };

/**
 * Lets a request pass with the service key (local-generation-api §5). The key is looked up at each request, so that a
 * former one opens nothing that starts later (I12).
 */
export function requireServiceKey({ deps }: LocalContext): onRequestHookHandler {
  return (request, reply, done) => {
    const reading = readKey(request);
    const verdict = deps.serviceKeyMatches(reading.kind === 'key' ? reading.key : '');
    if (verdict === null || (verdict && reading.kind === 'key')) {
      noteCall(request, { caller: serviceOwner });
      nameCaller(request, serviceOwner);
      done();
      return;
    }
    sendFailure(reply, reading.kind === 'absent' ? keyRequired : keyInvalid);
  };
}

/** `Authorization: Bearer` wins where both are sent, also when it is the wrong one (local-generation-api §5 rule 2). */
function readKey({ raw }: FastifyRequest): KeyReading {
  const bearer = readBearerToken(raw.rawHeaders);
  if (bearer.kind === 'token') return { kind: 'key', key: bearer.token };
  if (bearer.kind === 'malformed') return bearer;
  const lines = headerLines(raw.rawHeaders, 'x-api-key');
  const [key = ''] = lines;
  if (lines.length > 1) return { kind: 'malformed' };
  return key === '' ? { kind: 'absent' } : { kind: 'key', key };
}
