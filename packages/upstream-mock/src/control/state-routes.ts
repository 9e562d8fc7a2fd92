import * as z from 'zod';
import { jsonReply } from '../http/provider-request.ts';
import { type ControlRoute, posting } from './control-route.ts';
import { knownFields } from '../input/strict-input.ts';

/** The body may be left out. */
const resetSchema = knownFields({
  keep: z.array(z.enum(['clock', 'accounts', 'rules'])).optional(),
}).nullable();

/** Route to reset a space. */
export const stateRoutes: readonly ControlRoute[] = [
  posting('reset', resetSchema, async ({ world, hung, scenario }, given) => {
    const keep = given?.keep ?? [];
    const kept = { clock: keep.includes('clock'), rules: keep.includes('rules') };
    world.reset({ ...kept, accounts: keep.includes('accounts') });
    scenario.begin(kept);
    await hung.endAll();
    return jsonReply(200, { reset: true });
  }),
];
