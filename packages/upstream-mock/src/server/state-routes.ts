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
  posting('reset', resetSchema, async ({ world, hung }, given) => {
    const keep = given?.keep ?? [];
    world.reset({
      clock: keep.includes('clock'),
      accounts: keep.includes('accounts'),
      rules: keep.includes('rules'),
    });
    await hung.endAll();
    return jsonReply(200, { reset: true });
  }),
  posting('snapshot', nothing, ({ world }) => {
    const facts = [...world.facts()].map((fact) => printFact(fact)).join(',');
    return textReply(200, 'application/json', `{"filmgate_mock_snapshot":1,"facts":[${facts}]}`);
  }),
  posting('restore', snapshotSchema, async ({ world, hung }, { facts }) => {
    world.restore(facts);
    await hung.endAll();
    return jsonReply(200, { restored: true });
  }),
];
