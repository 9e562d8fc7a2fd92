import type { GenerationRequest } from '../job/generation-request.ts';
import type { CostUnit, Route } from './route.ts';

/**
 * What a video is expected to cost an account of the unit by a route, in the unit's smallest part. Where the route does not say, a
 * place that counts credits is taken to charge the price, and any other nothing that is known.
 */
export function estimateCost(
  route: Pick<Route, 'cost'>,
  {
    unit,
    price,
    request: { resolution, durationSeconds },
  }: {
    readonly unit: CostUnit;
    /** Credits. */
    readonly price: number;
    readonly request: Pick<GenerationRequest, 'resolution' | 'durationSeconds'>;
  },
): number {
  if (route.cost === undefined) return unit === 'credits' ? price : 0;
  const { perSecond = {}, each = 0 } = route.cost;
  return each + (perSecond[resolution] ?? 0) * (durationSeconds ?? 1);
}
