import type { GenerationRequest, SubmitOutcome, UpstreamClient } from '@filmgate/core';
import {
  createHttpTransport,
  createTaskProvider,
  type Transport,
  type TransportResponse,
} from '@filmgate/upstream-http';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { instant, parked } from './prompts.ts';
import { pngBytes } from './sample-media.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const { signal } = new AbortController();
let transport: ReturnType<typeof createHttpTransport>;

beforeAll(() => {
  transport = createHttpTransport(`${shared.gateway.tasksUrl}/v1`);
});
afterAll(async () => transport.close());

/** A gateway's client of this gateway. */
function clientOver(way: Transport): UpstreamClient {
  return createTaskProvider(openaiVideos.describe({ dialect: 'filmgate' }), {
    endpoint: {
      id: 'the-other-one',
      baseUrl: `${shared.gateway.tasksUrl}/v1`,
      resultHosts: [],
      isConfigured: true,
    },
    transport: way,
    openUrl: async () => ({ kind: 'refused', message: 'Nothing lies elsewhere.' }),
    now: () => Date.now(),
  });
}

/** The line breaks after the response was sent. */
function deaf(way: Transport): Transport {
  return {
    send: async (call): Promise<TransportResponse> => {
      const response = await way.send(call);
      if (call.method === 'GET') return response;
      for await (const piece of response.body) expect(piece.length).toBeGreaterThan(0);
      throw new Error('the connection was reset');
    },
  };
}

function video(prompt: string, given: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    model: 'film',
    family: 'film',
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'explicit',
    resolution: '720p',
    generateAudio: false,
    references: [],
    ...given,
  };
}

interface Wish {
  readonly key?: string;
  readonly model?: string;
}

function prepared(
  client: UpstreamClient,
  request: GenerationRequest,
  correlationId: string,
  model = 'vm_std-2.0',
) {
  const account = { id: 'account-1', label: 'other' };
  const route = { endpoint: 'the-other-one', model, rank: 1 };
  return client.prepare({ request, route, account, correlationId, noticeUrl: null });
}

async function submit(
  client: UpstreamClient,
  request: GenerationRequest,
  correlationId: string,
  { key = shared.gateway.apiUserKey, model }: Wish = {},
): Promise<SubmitOutcome> {
  return await client.submit({
    account: { id: 'account-1', label: 'other', secret: key },
    submission: prepared(client, request, correlationId, model),
    correlationId,
    deadlineAt: Date.now() + 60_000,
    readAsset: async () => pngBytes(),
    signal,
  });
}

async function search(client: UpstreamClient, request: GenerationRequest, correlationId: string) {
  return await client.reconcile?.({
    account: { id: 'account-1', label: 'other', secret: shared.gateway.apiUserKey },
    submission: prepared(client, request, correlationId),
    correlationId,
    sentBetween: { from: Date.now() - 60_000, to: Date.now() },
    isOwned: async () => false,
    unanswered: async () => [],
    signal,
  });
}

describe('[providers.openai-videos.filmgate] a gateway in front of another', () => {
  const account = () => ({ id: 'account-1', label: 'other', secret: shared.gateway.apiUserKey });

  it('has a video made there, and fetches it with the key', async () => {
    const client = clientOver(transport);
    const request = video(instant('behind: a video'), {
      references: [
        {
          kind: 'image',
          role: 'first_frame',
          assetId: null,
          sha256: 'a',
          contentType: 'image/png',
          size: 9,
        },
      ],
    });
    const accepted = await submit(client, request, 'vt_one.1');
    if (accepted.kind !== 'accepted') throw new Error(JSON.stringify(accepted));
    const { handle } = accepted;
    const ended = await eventually(
      async () => {
        const outcome = await client.poll({ account: account(), handle, signal });
        return outcome.kind === 'pending' ? undefined : outcome;
      },
      { what: 'the end of the video' },
    );
    if (ended.kind !== 'succeeded') throw new Error(JSON.stringify(ended));
    expect(ended.output.keptUntil).toBeGreaterThan(Date.now());
    const opened = await client.openResult({
      account: account(),
      handle,
      output: ended.output,
      signal,
    });
    if (opened.kind !== 'opened') throw new Error(opened.detail);
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    expect([bytes.length, bytes.toString('latin1', 4, 8)]).toEqual([opened.length, 'ftyp']);
    const { jobs } = await shared.gateway.mock.ledger('behind: a video');
    expect(jobs.map(({ references }) => references.map(({ role }) => role))).toEqual([
      ['first_frame'],
    ]);
  });

  it('[invariants.i1-one-submission] finds a submission whose response was lost, and has it made once', async () => {
    const client = clientOver(deaf(transport));
    const request = video(parked('behind: a lost response'));
    expect((await submit(client, request, 'vt_two.1')).kind).toBe('unknown');
    const outcome = await search(client, request, 'vt_two.1');
    if (outcome?.kind !== 'found') throw new Error(JSON.stringify(outcome));
    const poll = await client.poll({ account: account(), handle: outcome.handle, signal });
    expect(poll.kind).toBe('pending');
    expect((await search(client, request, 'vt_two.2'))?.kind).toBe('transient');
    expect(await shared.gateway.mock.ledger('behind: a lost response')).toMatchObject({
      accepted: 1,
    });
  });

  it('[invariants.i1-one-submission] calls a key that made another task unknown, and no refusal', async () => {
    const client = clientOver(transport);
    expect((await submit(client, video(parked('behind: first')), 'vt_three.1')).kind).toBe(
      'accepted',
    );
    const second = await submit(client, video(parked('behind: second')), 'vt_three.1');
    expect(second).toMatchObject({ kind: 'unknown' });
    expect(JSON.stringify(second)).toContain('idempotency_key_conflict');
  });

  it('knows its refusals', async () => {
    const client = clientOver(transport);
    const request = video(parked('behind: refused'));
    const poor = await shared.newUser(1);
    const said = async (name: string, wish: Wish, given = request) => {
      const outcome = await submit(client, given, name, wish);
      return outcome.kind === 'rejected' ? [outcome.error.kind, outcome.error.scope] : outcome;
    };
    expect(await said('vt_four.1', { key: 'vk_wrong' })).toEqual(['login', 'account']);
    expect(await said('vt_four.2', { model: 'no-such-model' })).toEqual(['forbidden', 'model']);
    expect(await said('vt_four.3', { key: poor.key })).toEqual(['credits', 'account']);
    const tooLong = video(parked('behind: refused'), { durationSeconds: 60 });
    expect(await said('vt_four.4', {}, tooLong)).toEqual(['invalid', 'request']);
    expect(await shared.gateway.mock.ledger('behind: refused')).toMatchObject({ accepted: 0 });
  });
});
