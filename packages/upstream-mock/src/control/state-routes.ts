import * as z from 'zod';
import { jsonReply, textReply } from '../http/provider-request.ts';
import { isStopped, latestInstant } from '../job/clock-setting.ts';
import { factSchema, printFact } from '../state/fact-form.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import { type ControlRoute, invalid, nothing, posting } from './control-route.ts';
import { knownFields } from '../input/strict-input.ts';

/** The body may be left out. */
const resetSchema = knownFields({
  keep: z.array(z.enum(['clock', 'accounts', 'rules'])).optional(),
}).nullable();

/** Time of the clock in these facts, in ms since 1970. */
function clockOf(facts: readonly LedgerFact[], wallNow: number): number {
  let now = wallNow;
  for (const fact of facts) {
    if (fact.fact === 'advanced') now += fact.ms;
    if (fact.fact !== 'clock') continue;
    const { mode, at } = fact.setting;
    now = isStopped(mode) ? at : at + wallNow;
  }
  return now;
}

/** An internal file format: its content changes between versions of the mock. */
export const snapshotSchema = knownFields({
  filmgate_mock_snapshot: z.literal(1),
  facts: z.array(factSchema),
});

/** Routes to reset, save and restore a space. */
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
  posting('restore', snapshotSchema, async ({ world, hung, scenario, callbacks }, { facts }) => {
    if (clockOf(facts, world.clock.wallNow()) > latestInstant)
      return invalid(`facts: the clock cannot go beyond ${new Date(latestInstant).toISOString()}`);
    world.restore(facts);
    scenario.passBy();
    await hung.endAll();
    await callbacks.settle();
    return jsonReply(200, { restored: true });
  }),
];
