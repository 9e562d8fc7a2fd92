import { Unanswered, type GenerationRequest, type StagingOutcome } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { ProviderDescription } from '../../src/engine/provider-description.ts';
import { NotSent, type TransportCall } from '../../src/engine/transport.ts';
import { objectIn, textIn } from '../../src/json/json-fields.ts';
import { slotOf } from '../../src/models/reference-slots.ts';
import { xai } from '../../src/xai/index.ts';
import { openEngine, submitSample } from '../support/open-engine.ts';
import { readParts } from '../support/read-parts.ts';
import {
  readSampleAsset,
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../support/sample-request.ts';
import type { ScriptedResponse } from '../support/scripted-transport.ts';

const large = sampleReference('first_frame', { assetId: 'large', size: 2_000_000 });
const small = sampleReference('reference_image', { assetId: 'small' });

/** A protocol that uploads references over a megabyte. */
const described: ProviderDescription = {
  ...xai.describe({}),
  upload: {
    isFor: ({ size }) => size > 1_000_000,
    build: ({ sha256, contentType }) => ({
      path: '/files',
      body: {
        kind: 'multipart',
        parts: [{ name: 'content', fileName: 'reference', contentType, sha256 }],
      },
    }),
    read: ({ body }) => textIn(objectIn(body)?.['url']),
  },
  build: ({ request: { prompt, references } }) => {
    const images = references.map((one) =>
      slotOf(one, one.size > 1_000_000 ? 'uploaded' : 'base64'),
    );
    return { path: '/videos/generations', body: { kind: 'json', value: { prompt, images } } };
  },
};

const order = {
  account: sampleAccount,
  route: sampleRoute(),
  correlationId: sampleCorrelationId,
  signal: new AbortController().signal,
};

function open(response: (call: TransportCall) => ScriptedResponse) {
  return openEngine(described, response);
}

async function stage(
  response: (call: TransportCall) => ScriptedResponse,
  given: Partial<GenerationRequest> = { references: [large, small, large] },
  readAsset = readSampleAsset,
) {
  const { client, transport } = open(response);
  const request = sampleRequest(given);
  const outcome = await client.stage?.({ ...order, request, readAsset });
  if (outcome === undefined) throw new Error('nothing is staged');
  return { client, transport, outcome, request };
}

/** Returns the rejection of an order that is certain not to have been sent. */
function rejection(outcome: StagingOutcome) {
  if (outcome.kind !== 'rejected') throw new Error('staged');
  const { kind, scope, charge } = outcome.error;
  expect(charge).toBe('not-charged');
  return [kind, scope];
}

const uploaded = { status: 201, body: { url: 'https://files.example/1' } };

describe('the upload of a reference', () => {
  it('[providers.engine.uploads] is sent before the order, each file once, and named in it', async () => {
    const { client, transport, outcome, request } = await stage(() => uploaded);
    const [upload, ...others] = transport.calls;
    expect(others).toEqual([]);
    expect([upload?.method, upload?.path]).toEqual(['POST', '/files']);
    expect(upload?.headers['authorization']).toMatch(/^Bearer /);
    const [part] = readParts(upload?.headers['content-type'] ?? '', upload?.body ?? '');
    expect([part?.name, part?.contentType]).toEqual(['content', 'image/png']);
    expect(Buffer.from(part?.bytes ?? '', 'latin1').toString()).toBe(large.sha256);
    if (outcome.kind !== 'staged') throw new Error('not staged');
    const prepared = client.prepare({ ...order, request, noticeUrl: null, staged: outcome.value });
    expect(prepared.value).toMatchObject({
      body: {
        value: {
          images: [
            'https://files.example/1',
            { $asset: { sha256: small.sha256, as: 'base64' } },
            'https://files.example/1',
          ],
        },
      },
    });
  });

  it('[providers.engine.uploads] is not made for an order without such a reference', async () => {
    const { transport, outcome } = await stage(() => uploaded, { references: [small] });
    expect(transport.calls).toEqual([]);
    expect(outcome.kind).toBe('staged');
  });

  it.each([
    [{ status: 500, body: {} }, ['unavailable', 'endpoint']],
    [{ status: 200, body: {} }, ['unavailable', 'endpoint']],
    [{ status: 302, body: { url: 'https://files.example/1' } }, ['unavailable', 'endpoint']],
    [
      { status: 201, body: { url: `https://files.example/${'1'.repeat(2_000)}` } },
      ['unavailable', 'endpoint'],
    ],
    [
      {
        status: 400,
        body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided' },
      },
      ['login', 'account'],
    ],
  ] as const)(
    '[providers.engine.uploads] that gets %j: nothing is ordered',
    async (response, expected) => {
      const { outcome } = await stage(() => response);
      expect(rejection(outcome)).toEqual(expected);
    },
  );

  it('[providers.engine.uploads] that gets no response: nothing is ordered', async () => {
    const { outcome } = await stage(() => {
      throw new Unanswered('ECONNREFUSED (no server listens there)', undefined);
    });
    expect(rejection(outcome)).toEqual(['unavailable', 'endpoint']);
  });

  it('[providers.engine.uploads] that is aborted: nothing is ordered, and it is tried again', async () => {
    const { client } = open(() => {
      throw new NotSent('aborted before connecting');
    });
    const request = sampleRequest({ references: [large] });
    const signal = AbortSignal.abort();
    const outcome = await client.stage?.({ ...order, signal, request, readAsset: readSampleAsset });
    if (outcome === undefined) throw new Error('nothing is staged');
    expect(rejection(outcome)).toEqual(['unavailable', 'endpoint']);
  });

  it('[providers.engine.uploads] of a file that cannot be read: nothing is ordered', async () => {
    const { outcome, transport } = await stage(
      () => uploaded,
      { references: [large] },
      () => Promise.reject(new Error('lost')),
    );
    expect(rejection(outcome)).toEqual(['internal', 'request']);
    expect(transport.calls).toEqual([]);
  });

  it('[providers.engine.uploads] is part of every order: one that is prepared without it is not sent', async () => {
    const { client, transport } = open(() => uploaded);
    const outcome = await submitSample(client, { request: { references: [large] } });
    expect(outcome).toMatchObject({ kind: 'rejected', error: { kind: 'internal' } });
    expect(transport.calls).toEqual([]);
  });

  it('[providers.engine.uploads] with an unusable login is left to the order, which is refused', async () => {
    const { client, transport } = open(() => uploaded);
    const account = { ...sampleAccount, secret: 'two\nlines' };
    const request = sampleRequest({ references: [large] });
    const outcome = await client.stage?.({
      ...order,
      account,
      request,
      readAsset: readSampleAsset,
    });
    expect([outcome?.kind, transport.calls]).toEqual(['staged', []]);
  });
});
