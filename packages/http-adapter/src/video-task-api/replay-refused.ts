import type { AcceptCommand, AcceptResult, Gateway } from '@filmgate/core';
import type { DecodedRequest } from './request-fields.ts';

type Refused = Extract<DecodedRequest, { readonly kind: 'refused' }>;

/**
 * Responds to a request that is not on offer: with its task, or the conflict, if its key is known, otherwise with its
 * refusal [idempotency.survives-catalog].
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
