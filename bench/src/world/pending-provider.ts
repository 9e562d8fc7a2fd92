import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpstreamClient } from '@filmgate/core';

export interface PendingProviderOptions {
  /** Shortest time between two polls of one job, in ms. */
  readonly pollEveryMs: number;
  readonly onPoll: () => void;
  /** Request of a poll to the provider; absent = none, with the response in a later turn of the event loop. */
  readonly ask?: () => Promise<void>;
}

/**
 * A provider within the process that is always ready and never finishes, so that a poll is our own work alone. Its
 * responses come in a later turn of the event loop, like those of a socket; otherwise no turn would end.
 */
export function createPendingProvider(options: PendingProviderOptions): UpstreamClient {
  return {
    capabilities: () => ({
      endpoint: 'mock',
      minimumPollIntervalMs: options.pollEveryMs,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
      handlesBelongTo: 'account',
      findsBy: 'none',
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: () => ({ kind: 'accepted', size: null }),
    prepare: ({ request }) => ({ version: 1, value: { prompt: request.prompt } }),
    submit: async ({ correlationId }) => ({
      kind: 'accepted',
      handle: { version: 1, value: correlationId },
    }),
    async poll() {
      options.onPoll();
      await (options.ask?.() ?? nextTurn());
      return { kind: 'pending', progress: 0, retryAfterMs: null };
    },
    openResult: async () => ({ kind: 'unavailable', detail: 'it never finishes' }),
    probe: async () => ({ kind: 'ready', credits: 1_000_000_000_000 }),
  };
}
