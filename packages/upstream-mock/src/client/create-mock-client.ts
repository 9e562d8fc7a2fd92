import type { UpstreamClient } from '@filmgate/core';
import { createTaskProvider, type Transport } from '@filmgate/upstream-http';
import { describeMock } from './mock-description.ts';

export interface MockClientOptions {
  readonly transport: Transport;
  /** Speed of the mock: scales polling and searching. */
  readonly speed: number;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** The upstream client of the mock provider, identical over every transport. */
export function createMockClient({ transport, speed, now }: MockClientOptions): UpstreamClient {
  return createTaskProvider(describeMock(speed), {
    // Its videos are at its own origin, and no response leads anywhere else.
    endpoint: { id: 'mock', baseUrl: 'http://mock.invalid', resultHosts: [], isConfigured: true },
    openUrl: async () => ({ kind: 'refused', message: 'The mock stores its videos itself.' }),
    transport,
    now,
    // The mock identifies an account without a secret by its label.
    secretOf: ({ secret, label }) => secret ?? label,
  });
}
