import { aspectRatios, type GenerationRequest, resolutions } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { VideoModel } from '../../src/index.ts';
import { type Maker, makerNames, makers } from '../support/makers.ts';
import { openDescribed, openScripted } from '../support/open-scripted.ts';
import { requestOf } from '../support/request-of.ts';

type Start = Awaited<ReturnType<NonNullable<VideoModel['doStart']>>>;

/** Acceptances as the providers document them. */
const accepted = {
  xai: { request_id: 'r-1' },
  replicate: {
    id: 'r-1',
    status: 'starting',
    urls: { get: 'https://api.replicate.com/v1/predictions/r-1' },
  },
  minimax: { task_id: 'r-1' },
  fal: { request_id: 'r-1', response_url: 'https://queue.fal.run/fal-ai/veo3/requests/r-1' },
};

/** Values of an order in the request of each provider. */
const orderIn: { readonly [M in Maker]: (body: unknown) => readonly unknown[] } = {
  xai: (body) => {
    const form = z.object({
      duration: z.int(),
      aspect_ratio: z.string(),
      resolution: z.string(),
      generate_audio: z.boolean(),
    });
    const { duration, aspect_ratio: ratio, resolution, generate_audio: audio } = form.parse(body);
    return [duration, ratio, resolution, audio];
  },
  replicate: (body) => {
    const form = z.object({
      input: z.object({ duration: z.int(), aspect_ratio: z.string(), resolution: z.string() }),
    });
    const { duration, aspect_ratio: ratio, resolution } = form.parse(body).input;
    return [duration, ratio, resolution, false];
  },
  minimax: (body) => {
    const form = z.object({ duration: z.int(), ratio: z.string(), resolution: z.string() });
    const { duration, ratio, resolution } = form.parse(body);
    return [duration, ratio, resolution.toLowerCase(), true];
  },
  fal: (body) => {
    const form = z.object({
      duration: z.string(),
      aspect_ratio: z.string(),
      resolution: z.string(),
    });
    const { duration, aspect_ratio: ratio, resolution } = form.parse(body);
    return [Number.parseInt(duration, 10), ratio, resolution, false];
  },
};

const account = { id: 'account-1', label: 'studio', secret: 'key-1' };
const correlationId = 'correlation-1';

function anyRequest(maker: Maker): fc.Arbitrary<GenerationRequest> {
  const usual = requestOf(maker, 'a boat');
  const ofVideos = resolutions.filter((resolution) => resolution.endsWith('p'));
  return fc
    .record({
      durationSeconds: fc.integer({ min: 1, max: 20 }),
      aspectRatio: fc.constantFrom(...aspectRatios),
      resolution: fc.constantFrom(...ofVideos),
      generateAudio: fc.boolean(),
    })
    .map((asked) => ({ ...usual, ...asked }));
}

describe.each(makerNames)('a model of @ai-sdk/%s', (maker) => {
  const description = makers[maker].describe({});
  const [place] = Object.values(description.endpoints);
  const [facts] = description.models;
  const route = { endpoint: 'clips', model: facts?.model ?? '', rank: 1 };

  it('[aisdk.accepts] sends every accepted request as it was asked for, and warns of nothing', async () => {
    let sent = 0;
    const check = async (request: GenerationRequest) => {
      const { client, left } = openDescribed(description, {
        baseUrl: place?.baseUrl ?? '',
        respond: () => ({ status: 200, body: accepted[maker] }),
      });
      if (client.accepts({ route, request }).kind !== 'accepted') return;
      sent += 1;
      const submission = client.prepare({
        route,
        request,
        account,
        correlationId,
        noticeUrl: null,
      });
      const outcome = await client.submit({
        account,
        submission,
        correlationId,
        deadlineAt: Number.POSITIVE_INFINITY,
        signal: new AbortController().signal,
        readAsset: () => Promise.reject(new Error('there are no references')),
      });
      expect(outcome.kind).toBe('accepted');
      expect(JSON.stringify(outcome)).not.toContain('ignored');
      const { durationSeconds, aspectRatio, resolution, generateAudio } = request;
      const body = z.instanceof(Uint8Array).parse(left[0]?.body);
      expect(orderIn[maker](JSON.parse(new TextDecoder().decode(body)))).toEqual([
        durationSeconds,
        aspectRatio,
        resolution,
        generateAudio,
      ]);
    };
    await fc.assert(fc.asyncProperty(anyRequest(maker), check), { numRuns: 2_000 });
    expect(sent).toBeGreaterThan(5);
  });
});

it('[aisdk.warnings] a start that warns, or warns in an unknown form, is accepted', async () => {
  for (const [warnings, ignored] of [
    [[{ type: 'unsupported', feature: 'duration' }], ['duration']],
    [[{ type: 'other', message: 'anything' }], ['other']],
    ['no list', undefined],
  ]) {
    const { submit } = openScripted({
      makeModel: ({ fetch }) => ({
        doStart: async () => {
          await fetch('https://api.clips.example/v1/clips', { method: 'POST', body: '{}' });
          return z.custom<Start>(() => true).parse({ operation: 7, warnings });
        },
        doStatus: () => Promise.reject(new Error('not here')),
      }),
    });
    const value = { model: 'clip-1', operation: 7, ...(ignored !== undefined && { ignored }) };
    expect(await submit()).toEqual({ kind: 'accepted', handle: { version: 1, value } });
  }
});
