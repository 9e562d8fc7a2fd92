import { catalogAt } from '@filmgate/conformance';
import type { ModelCatalog, ReconcileOutcome } from '@filmgate/core';
import { RunnerWorld } from './runner-world.ts';

/** Time after a submission from which a search may show it, in ms. */
export const findableAfterMs = 5_000;

/** A world whose upstream can be searched, and its searches: `<account> <try>`. */
export function searchable(
  response: (account: string, attempt: string) => ReconcileOutcome,
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
      return response(call.account.id, attempt);
    },
  });
  return { world, asked };
}
