import { cheapestPrice } from '../model/credit-price.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { canReserve, withinQuota } from '../store-rules/owner-sums.ts';
import type { CreationToCome } from './creation-to-come.ts';
import type { AcceptRefusal } from './accept-outcomes.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { judgeOwnRoom } from './judge-own-room.ts';

/**
 * Why a creation is refused whatever it asks for, so that nothing long needs to be read of it; undefined where it may be accepted, or
 * may repeat an earlier one. What is accepted is judged again as a whole.
 */
export async function judgeStanding(
  { storage }: Pick<GatewayPorts, 'storage'>,
  options: GatewayOptions,
  { owner, surface, quota, key }: CreationToCome,
): Promise<AcceptRefusal | undefined> {
  const facts = await storage.reader.admissionFacts(owner);
  const usage = withinQuota(facts.usage, quota);
  const price = cheapestPrice(options.catalog().families, surface);
  const refusal = canReserve(usage, price)
    ? judgeOwnRoom(options, facts)
    : ({ kind: 'quota-exhausted', usage, price } as const);
  if (refusal === undefined || key === null) return refusal;
  return (await storage.reader.findByKey(key)) === undefined ? refusal : undefined;
}
