import * as z from 'zod';
import { jsonReply, textReply } from '../wire/provider-request.ts';
import { factSchema, printFact } from '../world/fact-form.ts';
import { type ControlRoute, nothing, posting } from './control-route.ts';
import { knownFields } from './strict-input.ts';

/** It can be sent without a body, too. */
const resetSchema = knownFields({
  keep: z.array(z.enum(['clock', 'accounts', 'rules'])).optional(),
}).nullable();

/** A file of ours alone: what is in it changes with the versions of the mock. */
export const snapshotSchema = knownFields({
  filmgate_mock_snapshot: z.literal(1),
  facts: z.array(factSchema),
});

/** How a test empties a space, keeps it and brings it back. */
export const stateRoutes: readonly ControlRoute[] = [
  posting('reset', resetSchema, async ({ world, hung, scenario }, given) => {
    const keep = given?.keep ?? [];
    const kept = { clock: keep.includes('clock'), rules: keep.includes('rules') };
    world.reset({ ...kept, accounts: keep.includes('accounts') });
    scenario.begin(kept);
    await hung.endAll();
    return jsonReply(200, { reset: true });
  }),
  posting('snapshot', nothing, ({ world }) => {
    const facts = [...world.facts()].map((fact) => printFact(fact)).join(',');
    return textReply(200, 'application/json', `{"filmgate_mock_snapshot":1,"facts":[${facts}]}`);
  }),
  posting('restore', snapshotSchema, async ({ world, hung, scenario }, { facts }) => {
    world.restore(facts);
    scenario.passBy();
    await hung.endAll();
    return jsonReply(200, { restored: true });
  }),
];
