import type { TrailMoney, TrailStep } from '@filmgate/core';

/** The movements of money in a trail, in order. */
export function moneyOf(trail: readonly TrailStep[]): readonly TrailMoney[] {
  return trail.flatMap(({ money }) => money);
}
