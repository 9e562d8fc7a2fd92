import {
  type Acceptability,
  type GenerationRequest,
  type JsonValue,
  nominalPixels,
  type Route,
} from '@filmgate/core';
import {
  type AssetSlot,
  type CallJson,
  type CredentialForm,
  type FindRule,
  checkPixels,
  type PictureLimits,
  type ProviderDescription,
} from '@filmgate/upstream-http';
import { findableAfterMs, findableAtLastMs } from '../job/findable-after.ts';
import {
  isGone,
  readAcceptance,
  readBalance,
  readSearch,
  readStatus,
  taskSchema,
} from './read-responses.ts';
import { readRefusal, refusals } from './refusals.ts';

const submissionPath = '/v1/generations';

/** The bytes of a reference in the mock's form. */
function assetSlot(sha256: string, contentType: string): AssetSlot {
  return { $asset: { sha256, contentType, as: 'base64' } };
}

/** Minimum interval between two reads of one job before scaling, in ms. */
const pollIntervalMs = 1_000;
/** Minimum interval at any speed, in ms. */
const shortestPauseMs = 20;

/** Factor on the mock's longest search delay after which absence is concluded, before scaling. */
const settleFactor = 1.5;
/** Minimum wait before absence is concluded at any speed, in ms: by then no submission is still in transit. */
const leastSettleMs = 5 * 60_000;

/** Wider than any provider's limits, so that a rehearsal refuses only what every provider would refuse. */
const pictures: PictureLimits = {
  leastSide: 16,
  mostSide: 8_192,
  mostRatio: 10,
  source: 'docs/mock/own-api.md',
  read: '2026-11-29',
};

function acceptability(request: GenerationRequest): Acceptability {
  return checkPixels(pictures, request) ?? { kind: 'accepted', size: null };
}

/**
 * The mock as one of the providers.
 *
 * @param speed - that of the mock: scales polling and searching
 */
export function describeMock(speed: number): ProviderDescription {
  const paused = (ms: number) => Math.max(shortestPauseMs, Math.ceil(ms / speed));
  const searchMs = paused(findableAfterMs);
  const search = { visibilityLagMs: searchMs, reconcileAfterMs: searchMs };
  return {
    protocol: 'mock',
    displayName: 'Mock',
    endpoints: {},
    credential,
    timing: { minimumPollIntervalMs: paused(pollIntervalMs), pollsPerSecond: null, ...search },
    handlesBelongTo: 'account',
    unit: 'credits',
    charges: 'acceptance',
    models: [],
    writes: writtenFields,
    accepts: (_route, request) => acceptability(request),
    build: (input) => ({
      path: submissionPath,
      body: { kind: 'json', value: { ...input.route.fixed, ...bodyOf(input) } },
    }),
    readAcceptance,
    readRefusal,
    refusals,
    poll: {
      request: (task) => ({ path: `/v1/generations/${encodeURIComponent(idOf(task))}` }),
      read: (response, task) => readStatus(response, idOf(task)),
    },
    // The mock reports only the state of a job.
    naming: {
      taskOf: (id) => ({ id }),
      idOf: (task) => taskSchema.safeParse(task).data?.id,
      facts: () => ({ createdAt: null, reported: {} }),
    },
    isGone,
    find: findBy(Math.max(leastSettleMs, Math.ceil((findableAtLastMs * settleFactor) / speed))),
    probe: { request: { path: '/v1/account' }, read: readBalance },
  };
}

const credential: CredentialForm = {
  fields: [{ name: 'key', secret: true }],
  headers: (secret) => ({ authorization: `Bearer ${secret}` }),
};

/** A submission that a search does not show this long after it was sent was never accepted. */
function findBy(absenceAfterMs: number): FindRule {
  return {
    kind: 'own-id',
    request: (correlationId) => {
      const query = new URLSearchParams({ correlation_id: correlationId });
      return { path: `/v1/generations?${query.toString()}` };
    },
    read: readSearch,
    absenceAfterMs,
  };
}

function idOf(task: JsonValue): string {
  return taskSchema.parse(task).id;
}

/** Fields of a submission. */
const writtenFields = [
  'correlation_id',
  'model',
  'media_type',
  'prompt',
  'negative_prompt',
  'duration',
  'aspect_ratio',
  'resolution',
  'width',
  'height',
  'audio',
  'references',
] as const;

/** Body of a submission. The mock draws the model into the video. */
function bodyOf({
  route,
  request,
  correlationId,
}: {
  readonly route: Pick<Route, 'model'>;
  readonly request: GenerationRequest;
  readonly correlationId: string;
}): { readonly [field in (typeof writtenFields)[number]]: CallJson } {
  const { width, height } = nominalPixels(request);
  return {
    correlation_id: correlationId,
    model: route.model,
    media_type: request.mediaType,
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    duration: request.durationSeconds,
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    width,
    height,
    audio: request.generateAudio,
    references: request.references.map(({ role, contentType, sha256 }) => ({
      role,
      content_type: contentType,
      sha256,
      data: assetSlot(sha256, contentType),
    })),
  };
}
