import type { GatewayPorts, UpstreamClient } from '@filmgate/core';
import { labelled, type SmallVideos } from './small-videos.ts';

export interface InstantProviderOptions {
  readonly videos: SmallVideos;
  /** Names the result of a submission; each name is one stored video. */
  readonly nameResult: (correlationId: string) => string;
  /** Action of a submission before its response. */
  readonly send: (prompt: string) => Promise<void>;
}

const minuteMs = 60_000;

/** A provider that finishes within the submitting call, so that every step up to the stored result is our own work. */
export function createInstantProvider(options: InstantProviderOptions): UpstreamClient {
  const { videos, nameResult, send } = options;
  const length = (value: unknown): number => Number(Reflect.get(Object(value), 'seconds'));
  return {
    capabilities: () => ({
      endpoint: 'mock',
      minimumPollIntervalMs: minuteMs,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
      handlesBelongTo: 'account',
      findsBy: 'none',
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: () => ({ kind: 'accepted', size: null }),
    prepare: ({ request }) => ({
      version: 1,
      value: { prompt: request.prompt, seconds: request.durationSeconds },
    }),
    async submit({ submission, correlationId }) {
      const { value } = submission;
      await send(String(Reflect.get(Object(value), 'prompt')));
      const result = { name: nameResult(correlationId), seconds: length(value) };
      const output = { mediaType: 'video', value: result } as const;
      return { kind: 'completed', handle: { version: 1, value: correlationId }, output };
    },
    poll: async () => ({ kind: 'lost' }),
    async openResult({ output }) {
      const video = videos.get(length(output.value));
      if (video === undefined) return { kind: 'unavailable', detail: 'no such length' };
      const bytes = labelled(video, String(Reflect.get(Object(output.value), 'name')));
      return { kind: 'opened', body: once(bytes), length: bytes.length, contentType: 'video/mp4' };
    },
    probe: async () => ({ kind: 'ready', credits: 1_000_000_000_000 }),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns the ports with this provider alone. */
export function withProvider(ports: GatewayPorts, client: UpstreamClient): GatewayPorts {
  return { ...ports, upstreams: new Map([[client.capabilities().endpoint, client]]) };
}
