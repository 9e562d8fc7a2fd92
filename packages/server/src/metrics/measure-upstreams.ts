import type { UpstreamClient } from '@filmgate/core';
import { Counter, type Registry } from '@platformatic/prom-client';

type Count = <Outcome extends { readonly kind: string }>(
  operation: string,
  call: Promise<Outcome>,
) => Promise<Outcome>;

/** The same clients, each of their calls counted by what came of it. */
export function measureUpstreams(
  registry: Registry,
  clients: ReadonlyMap<string, UpstreamClient>,
): ReadonlyMap<string, UpstreamClient> {
  const total = new Counter({
    name: 'filmgate_upstream_requests_total',
    help: 'Calls of upstreams; the outcome is what the call came to mean, or threw.',
    labelNames: ['provider', 'operation', 'outcome'],
    registers: [registry],
  });
  return new Map(
    [...clients].map(([provider, client]) => {
      const count: Count = async (operation, call) => {
        let outcome = 'threw';
        try {
          const result = await call;
          outcome = result.kind;
          return result;
        } finally {
          total.inc({ provider, operation, outcome });
        }
      };
      return [provider, measured(client, count)];
    }),
  );
}

function measured(client: UpstreamClient, count: Count): UpstreamClient {
  const stage = client.stage?.bind(client);
  const reconcile = client.reconcile?.bind(client);
  const probe = client.probe?.bind(client);
  return {
    capabilities: () => client.capabilities(),
    accepts: (input) => client.accepts(input),
    prepare: (input) => client.prepare(input),
    submit: async (input) => await count('submit', client.submit(input)),
    poll: async (input) => await count('poll', client.poll(input)),
    openResult: async (input) => await count('open_result', client.openResult(input)),
    ...(stage !== undefined && { stage: (input) => stage(input) }),
    ...(reconcile !== undefined && {
      reconcile: async (input) => await count('reconcile', reconcile(input)),
    }),
    ...(probe !== undefined && { probe: async (input) => await count('probe', probe(input)) }),
  };
}
