import { cheapestPrice } from '../model/credit-price.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { canReserve, withinQuota } from '../store-rules/owner-sums.ts';
import type { CreationToCome } from './creation-to-come.ts';
import type { AcceptRefusal } from './accept-outcomes.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { checkOwnRoom } from './check-own-room.ts';

/**
 * Returns why a creation is refused whatever it asks for, so that its long body need not be read; undefined where it
 * may be accepted, or may repeat an earlier one. An accepted creation is checked again as a whole.
 */
export async function checkBeforeBody(
  { storage }: Pick<GatewayPorts, 'storage'>,
  options: GatewayOptions,
  { owner, surface, quota, key }: CreationToCome,
): Promise<AcceptRefusal | undefined> {
  const facts = await storage.reader.admissionFacts(owner);
  const usage = withinQuota(facts.usage, quota);
  const price = cheapestPrice(options.catalog().families, surface);
  const refusal = canReserve(usage, price)
    ? checkOwnRoom(options, facts)
    : ({ kind: 'quota-exhausted', usage, price } as const);
  if (refusal === undefined || key === null) return refusal;
  return (await storage.reader.findByKey(key)) === undefined ? refusal : undefined;
}
