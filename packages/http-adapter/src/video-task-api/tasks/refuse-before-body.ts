import type { AcceptRefusal } from '@filmgate/core';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { shortBodyBytes } from '../../http/caller-shares.ts';
import { readIdempotencyKey } from '../../http/request-headers.ts';
import { acceptFailure, quotaMessage } from '../accept-failure.ts';
import type { VideoTaskContext } from '../context.ts';
import { ownerOf, quotaDecorator } from '../credentials.ts';
import { type Failure, sendFailure } from '../failure.ts';
import { creationKey, creationKeyLimits } from './creation-key.ts';

/**
 * Refuses a creation with a long body before the body is read, if any content would be refused
 * [flow.standing.before-body]: pictures of an owner who can order nothing are neither read nor decoded.
 */
export function refuseBeforeBody({
  deps: { gateway },
}: Pick<VideoTaskContext, 'deps'>): preParsingAsyncHookHandler {
  return async (request, reply, payload) => {
    if (isShort(request)) return payload;
    const owner = ownerOf(request);
    const key = readIdempotencyKey(request.raw.rawHeaders, creationKeyLimits);
    const creation = {
      owner,
      surface: 'tasks',
      quota: request.getDecorator<number | null>(quotaDecorator),
      key: key.kind === 'key' ? creationKey(owner, key.key) : null,
    } as const;
    const refusal = await gateway.checkBeforeBody(creation);
    return refusal === undefined ? payload : sendFailure(reply, failureOf(refusal));
  };
}

function failureOf(refusal: AcceptRefusal): Failure {
  if (refusal.kind !== 'quota-exhausted') return acceptFailure(refusal, 'tasks');
  const { kind, usage, price } = refusal;
  return { kind, message: quotaMessage(usage, `The cheapest task costs ${price} credits`) };
}

/** The length of a body in chunks is unknown. */
function isShort({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= shortBodyBytes;
}
