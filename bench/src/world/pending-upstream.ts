import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpstreamClient } from '@filmgate/core';

export interface PendingUpstreamOptions {
  /** Shortest time between two polls of one job, in ms. */
  readonly pollEveryMs: number;
  readonly onPoll: () => void;
  /** What a poll asks of the provider; absent = nothing, and it replies in a later turn of the event loop. */
  readonly ask?: () => Promise<void>;
}

/**
 * A provider within the process that is always ready and never finishes: what is left of a poll is our own work. Its
 * answers come in a later turn of the event loop, as those of a socket do: answered at once, no turn would ever end.
 */
export function createPendingUpstream(options: PendingUpstreamOptions): UpstreamClient {
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
