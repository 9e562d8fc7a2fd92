import type * as z from 'zod';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import { accountSchema } from '../job/account-form.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { clockRoutes } from './clock-routes.ts';
import { type ControlRoute, posting } from './control-route.ts';
import { ruleRoutes } from './rule-routes.ts';
import { stateRoutes } from './state-routes.ts';
import { requestHistoryRoutes } from './request-history-routes.ts';
import { verdictRoute } from './verdict-routes.ts';

/** The routes by which a test reads the truth of a space and moves its time [mock.control-routes], one per row. */
export const controlRoutes: readonly ControlRoute[] = [
  ...requestHistoryRoutes,
  verdictRoute,
  ...ruleRoutes,
  posting('accounts', accountSchema, ({ world }, given) => describeAccount(world, given)),
  ...clockRoutes,
  ...stateRoutes,
];

function describeAccount(
  world: ProviderState,
  { key, ...changes }: z.output<typeof accountSchema>,
): ProviderResponse {
  world.describeAccount(key, changes);
  const balance = { credits_left: world.creditsOf(key), in_flight: world.inFlight(key) };
  return jsonReply(200, { key, ...world.account(key), ...balance });
}
