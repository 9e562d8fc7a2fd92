import { type GatewayPorts, poolCapacity, type RouteBook } from '@filmgate/core';
import { Gauge, type Registry } from '@platformatic/prom-client';
import { whenStoreAnswers } from './when-store-answers.ts';

const standings = ['ready', 'busy', 'cooling', 'exhausted', 'login_required', 'disabled'] as const;

/** Slots and accounts of the pool, from the same numbers as its public figures. */
export function watchAccounts(
  registry: Registry,
  { storage, clock }: Pick<GatewayPorts, 'storage' | 'clock'>,
  book: RouteBook,
): void {
  const read = async () => poolCapacity(await storage.accounts.loads(), book, clock.now());
  const slotsByState = new Gauge({
    name: 'filmgate_account_slots',
    help: 'Slots of the account pool: busy, and free for new work now.',
    labelNames: ['state'],
    registers: [],
    collect: whenStoreAnswers(read, (gauge, { slots }) => {
      gauge.set({ state: 'busy' }, slots.busy);
      gauge.set({ state: 'free' }, slots.free);
    }),
  });
  const accountsByState = new Gauge({
    name: 'filmgate_accounts',
    help: 'Accounts by what they can do now.',
    labelNames: ['state'],
    registers: [],
    collect: whenStoreAnswers(read, (gauge, { accounts }) => {
      for (const state of standings) gauge.set({ state }, accounts[state]);
    }),
  });
  registry.registerMetric(slotsByState);
  registry.registerMetric(accountsByState);
}
