import type { QuotaUsage } from './quota-usage.ts';

/** Whether a reservation of `amount` credits keeps used + reserved + held within the limit (I4). */
export function canReserve(usage: QuotaUsage, amount: number): boolean {
  return usage.limit === null || usage.used + usage.reserved + usage.held + amount <= usage.limit;
}

/** Opens a reservation. Precondition: `canReserve`. */
export function reserve(usage: QuotaUsage, amount: number): QuotaUsage {
  return { ...usage, reserved: usage.reserved + amount };
}

/** Moves an open reservation: from `reserved` or `held` to held, settled (spent) or refunded (gone). */
export function moveReservation(
  usage: QuotaUsage,
  from: 'reserved' | 'held',
  { move, amount }: { readonly move: 'hold' | 'settle' | 'refund'; readonly amount: number },
): QuotaUsage {
  const left = { ...usage, [from]: usage[from] - amount };
  if (move === 'hold') return { ...left, held: left.held + amount };
  if (move === 'settle') return { ...left, used: left.used + amount };
  return left;
}
