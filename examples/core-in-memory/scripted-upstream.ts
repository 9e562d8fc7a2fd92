import type { UpstreamCapabilities, UpstreamClient } from '@filmgate/core';

/** Outcome of one submission. */
export type ScriptedResponse = 'accepted' | 'answer-lost';

export interface ScriptedUpstream {
  readonly client: UpstreamClient;
  /** Correlation ids of all submissions that arrived, in order: exactly those that would be paid for. */
  readonly arrived: readonly string[];
}

const capabilities: UpstreamCapabilities = {
  endpoint: 'scripted',
  minimumPollIntervalMs: 1_000,
  visibilityLagMs: 0,
  reconcileAfterMs: null,
  handlesBelongTo: 'account',
  findsBy: 'none',
  unit: 'credits',
  charges: 'acceptance',
};

/** A provider in memory that returns one response of its script for each submission, and the same video for all. */
export function createScriptedUpstream(input: {
  readonly script: readonly ScriptedResponse[];
  readonly video: Uint8Array;
}): ScriptedUpstream {
  const { script, video } = input;
  const arrived: string[] = [];
  const polled = new Set<string>();

  const client: UpstreamClient = {
    capabilities: () => capabilities,
    accepts: () => ({ kind: 'accepted', size: null }),

    prepare: ({ request }) => ({
      version: 1,
      value: { prompt: request.prompt, seconds: request.durationSeconds },
    }),

    submit: async ({ correlationId }) => {
      const response = script[arrived.length];
      arrived.push(correlationId);
      if (response === 'answer-lost') throw new Error('socket hang up');
      return { kind: 'accepted', handle: { version: 1, value: correlationId } };
    },

    poll: async ({ handle }) => {
      const id = JSON.stringify(handle.value);
      if (polled.has(id)) return { kind: 'succeeded', output: { mediaType: 'video', value: id } };
      polled.add(id);
      return { kind: 'pending', progress: 50, retryAfterMs: null };
    },

    openResult: async () => ({
      kind: 'opened',
      body: inOnePiece(video),
      length: video.length,
      contentType: 'video/mp4',
    }),
  };
  return { client, arrived };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
