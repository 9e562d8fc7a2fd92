import type { UpstreamClient } from '@filmgate/core';
import { Counter, type Registry } from '@platformatic/prom-client';

type Count = <Outcome extends { readonly kind: string }>(
  operation: string,
  call: Promise<Outcome>,
) => Promise<Outcome>;

/** Returns the clients with each of their calls counted by its result. */
export function measureUpstreams(
  registry: Registry,
  clients: ReadonlyMap<string, UpstreamClient>,
): ReadonlyMap<string, UpstreamClient> {
  const total = new Counter({
    name: 'filmgate_upstream_requests_total',
    help: 'Calls to providers by outcome; "threw" counts unexpected errors.',
    labelNames: ['endpoint', 'operation', 'outcome'],
    registers: [registry],
  });
  return new MeasuredClients(clients, (endpoint, client) => {
    const count: Count = async (operation, call) => {
      let outcome = 'threw';
      try {
        const result = await call;
        outcome = result.kind;
        return result;
      } finally {
        total.inc({ endpoint, operation, outcome });
      }
    };
    return measured(client, count);
  });
}

/** Clients that exist at each read, each measured once: endpoints are opened while the gateway runs. */
class MeasuredClients extends Map<string, UpstreamClient> {
  readonly #clients: ReadonlyMap<string, UpstreamClient>;
  readonly #measure: (endpoint: string, client: UpstreamClient) => UpstreamClient;
  readonly #measured = new Map<UpstreamClient, UpstreamClient>();

  constructor(
    clients: ReadonlyMap<string, UpstreamClient>,
    measure: (endpoint: string, client: UpstreamClient) => UpstreamClient,
  ) {
    super();
    this.#clients = clients;
    this.#measure = measure;
  }

  override get size(): number {
    return this.#clients.size;
  }

  override has(endpoint: string): boolean {
    return this.#clients.has(endpoint);
  }

  override get(endpoint: string): UpstreamClient | undefined {
    const client = this.#clients.get(endpoint);
    if (client === undefined) return undefined;
    const known = this.#measured.get(client) ?? this.#measure(endpoint, client);
    this.#measured.set(client, known);
    return known;
  }

  override keys(): MapIterator<string> {
    return this.#all().keys();
  }

  override values(): MapIterator<UpstreamClient> {
    return this.#all().values();
  }

  override entries(): MapIterator<[string, UpstreamClient]> {
    return this.#all().entries();
  }

  override [Symbol.iterator](): MapIterator<[string, UpstreamClient]> {
    return this.entries();
  }

  override forEach(
    visit: (client: UpstreamClient, endpoint: string, all: Map<string, UpstreamClient>) => void,
  ): void {
    this.#all().forEach((client, endpoint) => visit(client, endpoint, this));
  }

  #all(): Map<string, UpstreamClient> {
    return new Map(
      [...this.#clients.keys()].flatMap((endpoint) => {
        const client = this.get(endpoint);
        return client === undefined ? [] : [[endpoint, client] as const];
      }),
    );
  }
}

function measured(client: UpstreamClient, count: Count): UpstreamClient {
  const turnToPoll = client.turnToPoll?.bind(client);
  const stage = client.stage?.bind(client);
  const reconcile = client.reconcile?.bind(client);
  const lookUp = client.lookUp?.bind(client);
  const readNotice = client.readNotice?.bind(client);
  const probe = client.probe?.bind(client);
  return {
    capabilities: () => client.capabilities(),
    accepts: (input) => client.accepts(input),
    prepare: (input) => client.prepare(input),
    submit: async (input) => await count('submit', client.submit(input)),
    poll: async (input) => await count('poll', client.poll(input)),
    openResult: async (input) => await count('open_result', client.openResult(input)),
    ...(turnToPoll !== undefined && { turnToPoll }),
    ...(readNotice !== undefined && { readNotice }),
    ...(stage !== undefined && { stage: (input) => stage(input) }),
    ...(reconcile !== undefined && {
      reconcile: async (input) => await count('reconcile', reconcile(input)),
    }),
    ...(lookUp !== undefined && {
      lookUp: async (input) => await count('look_up', lookUp(input)),
    }),
    ...(probe !== undefined && { probe: async (input) => await count('probe', probe(input)) }),
  };
}
