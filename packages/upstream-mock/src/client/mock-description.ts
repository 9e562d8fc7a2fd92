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
import { findableAfterMs, findableAtLastMs } from '../wire/findable-after.ts';
import {
  isGone,
  readAcceptance,
  readBalance,
  readSearch,
  readStatus,
  taskSchema,
} from './read-responses.ts';
import { readRefusal, refusals } from './refusals.ts';

/** Where submissions are sent. */
export const submissionPath = '/v1/generations';

/** The bytes of a reference, as the mock takes them. */
export function assetSlot(sha256: string, contentType: string): AssetSlot {
  return { $asset: { sha256, contentType, as: 'base64' } };
}

/** Shortest pause between two reads of one job before scaling, in ms. */
const pollIntervalMs = 1_000;
/** Never faster than this, whatever the speed, in ms. */
const shortestPauseMs = 20;

/** How much longer than a search promises absence is waited for: half as long, before scaling. */
const settleFactor = 1.5;
/** By then nothing of a submission is under way, however fast the mock's time passes, in ms. */
const leastSettleMs = 5 * 60_000;

/** Wider than what any provider takes, so that only what none would take is refused in a rehearsal. */
const pictures: PictureLimits = {
  leastSide: 16,
  mostSide: 8_192,
  mostRatio: 10,
  source: 'docs/mock.md',
  read: '2026-11-29',
};

function acceptability(request: GenerationRequest): Acceptability {
  return checkPixels(pictures, request) ?? { kind: 'accepted', size: null };
}

/**
 * The mock as a provider among others.
 *
 * @param speed - as the mock's own: scales polling and searching
 */
export function describeMock(speed: number): ProviderDescription {
  const paused = (ms: number) => Math.max(shortestPauseMs, Math.ceil(ms / speed));
  const searchMs = paused(findableAfterMs);
  return {
    protocol: 'mock',
    displayName: 'Mock',
    endpoints: {},
    credential,
    timing: {
      minimumPollIntervalMs: paused(pollIntervalMs),
      visibilityLagMs: searchMs,
      reconcileAfterMs: searchMs,
    },
    handlesBelongTo: 'account',
    unit: 'credits',
    charges: 'acceptance',
    models: [],
    writes: Object.keys(bodyOf({ route: anyRoute, request: anyRequest, correlationId: '' })),
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
    // The mock tells nothing of a job beside its state.
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

/** What a search still does not show so long after the send was never accepted. */
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

/** Whatever is asked for, the same fields are written. */
const anyRoute = { model: 'any' };
const anyRequest: GenerationRequest = {
  model: 'any',
  family: 'any',
  mediaType: 'video',
  prompt: 'any',
  negativePrompt: null,
  durationSeconds: 1,
  aspectRatio: '16:9',
  aspectSource: 'default',
  resolution: '720p',
  generateAudio: false,
  references: [],
};

/** The body of a submission. The mock paints its model into the video. */
function bodyOf({
  route,
  request,
  correlationId,
}: {
  readonly route: Pick<Route, 'model'>;
  readonly request: GenerationRequest;
  readonly correlationId: string;
}): { readonly [field: string]: CallJson } {
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
