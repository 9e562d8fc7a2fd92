import type { ApiUser } from '../../api/answers.ts';

/** Credits that count against the limit: used, reserved and held. */
export function takenCredits({ usage }: Pick<ApiUser, 'usage'>): number {
  return usage.used + usage.reserved + usage.held;
}

/** Whether nothing more can be reserved, not even the cheapest video. */
export function isAtLimit(user: Pick<ApiUser, 'usage' | 'total_limit'>): boolean {
  return user.total_limit !== null && takenCredits(user) >= user.total_limit;
}
