import { catalogAt } from '@filmgate/conformance';
import type { ModelCatalog, ReconcileOutcome } from '@filmgate/core';
import { RunnerWorld } from './runner-world.ts';

/** How long after a submission a search may first show it, in ms. */
export const findableAfterMs = 5_000;

/** A world whose upstream can be searched, and what was searched for: `<account> <try>`. */
export function searchable(
  answer: (account: string, attempt: string) => ReconcileOutcome,
  catalog: ModelCatalog = catalogAt('scripted'),
) {
  const world = new RunnerWorld({ catalog });
  const asked: string[] = [];
  const { client } = world.upstream;
  const capabilities = client.capabilities();
  Object.assign(client, {
    capabilities: () => ({
      ...capabilities,
      reconcileAfterMs: findableAfterMs,
      findsBy: 'own-id',
    }),
    reconcile: async (call: {
      readonly account: { id: string };
      readonly correlationId: string;
    }) => {
      const [, attempt = ''] = call.correlationId.split('.');
      asked.push(`${call.account.id} ${attempt}`);
      return answer(call.account.id, attempt);
    },
  });
  return { world, asked };
}
