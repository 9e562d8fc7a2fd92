import * as z from 'zod';
import { jsonReply } from '../http/provider-request.ts';
import { knownFields } from '../input/strict-input.ts';
import { accountSchema } from '../job/account-form.ts';
import { clockRoutes } from './clock-routes.ts';
import { type ControlRoute, posting } from './control-route.ts';
import { ruleRoutes } from './rule-routes.ts';
import { requestHistoryRoutes } from './request-history-routes.ts';
import { verdictRoute } from './verdict-routes.ts';

/** The body may be left out. */
const resetSchema = knownFields({
  keep: z.array(z.enum(['clock', 'accounts', 'rules'])).optional(),
}).nullable();

/** The routes by which a test reads the truth of a space and moves its time [mock.control-routes], one per row. */
export const controlRoutes: readonly ControlRoute[] = [
  ...requestHistoryRoutes,
  verdictRoute,
  ...ruleRoutes,
  posting('accounts', accountSchema, ({ world }, { key, ...changes }) => {
    world.accounts.describe(key, changes);
    const balance = {
      credits_left: world.accounts.creditsOf(key),
      in_flight: world.accounts.inFlight(key),
    };
    return jsonReply(200, { key, ...world.accounts.settings(key), ...balance });
  }),
  ...clockRoutes,
  posting('reset', resetSchema, async ({ world, hung, scenario }, given) => {
    const keep = given?.keep ?? [];
    const kept = { clock: keep.includes('clock'), rules: keep.includes('rules') };
    world.control.reset({ ...kept, accounts: keep.includes('accounts') });
    scenario.begin(kept);
    await hung.endAll();
    return jsonReply(200, { reset: true });
  }),
];
