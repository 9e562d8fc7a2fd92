import type { AcceptCommand, AcceptResult, Gateway } from '@filmgate/core';
import type { DecodedRequest } from './request-fields.ts';

type Refused = Extract<DecodedRequest, { readonly kind: 'refused' }>;

/**
 * What a request gets that is not on offer: its task, or the conflict, where its key is known, and its refusal otherwise
 * [idempotency.survives-catalog].
 */
export async function replayRefused(
  gateway: Pick<Gateway, 'replay'>,
  refused: Refused,
  idempotency: AcceptCommand['idempotency'],
): Promise<Extract<AcceptResult, { readonly kind: 'replayed' | 'key-conflict' }> | Refused> {
  const { content } = refused;
  if (content === undefined || idempotency === null) return refused;
  const replay = await gateway.replay({ idempotency, content });
  return replay.kind === 'replayed' || replay.kind === 'key-conflict' ? replay : refused;
}
