import type { Acceptability, GenerationRequest } from '@filmgate/core';
import {
  defineProvider,
  type ProviderDefinition,
  type ProviderDescription,
} from '../engine/provider-description.ts';
import { buildCall, writtenFields } from './build-call.ts';
import { type Dialect, readDialect } from './dialect.ts';
import { findRuleOf, naming } from './find-task.ts';
import { isGone, readPoll, readTask, taskPath } from './read-task.ts';
import { readRefusal, refusalsOf } from './refusals.ts';
import { modelsProbe, optionalKey } from './server-login.ts';

/** Maximum images that another gateway accepts in one request. */
const mostImages = 9;

/** Returns the first part of a request that no server of this shape supports; the catalog has the model's limits. */
export function acceptsVideo(dialect: Dialect, request: GenerationRequest): Acceptability {
  const { mediaType, negativePrompt, references } = request;
  const refuse = (parameter: string, reason: string): Acceptability => ({
    kind: 'not-accepted',
    parameter,
    reason,
  });
  if (mediaType !== 'video') return refuse('mediaType', 'Only videos are supported.');
  if (negativePrompt !== null && !dialect.negativePrompt)
    return refuse('negativePrompt', 'A negative prompt is not supported.');
  if (references.some(({ kind }) => kind !== 'image'))
    return refuse('references', 'Only images are accepted as references.');
  if (dialect.like === 'filmgate') {
    if (references.length > mostImages)
      return refuse('references', `At most ${mostImages} images are accepted.`);
  } else {
    if (references.length > 1) return refuse('references', 'At most one reference is accepted.');
    if (references.some(({ role }) => role === 'last_frame'))
      return refuse('references', 'A last frame is not supported.');
  }
  return { kind: 'accepted', size: null };
}

/**
 * Servers of the OpenAI videos shape at an address the operator names: vLLM-Omni, SGLang, gateways, and other gateways
 * of this kind (dialect `filmgate`). OpenAI's own service of this shape has ended.
 */
export const openaiVideos: ProviderDefinition = defineProvider({
  protocol: 'openai-videos',
  describe: (options) => describeDialect(readDialect(options)),
});

const timing = { minimumPollIntervalMs: 2_000, visibilityLagMs: 10_000 } as const;
/** Polls of another Filmgate: it answers most of them from memory. */
const filmgatePollsPerSecond = 200;
const searchAfterMs = 10_000;

/** Returns the description of servers of this shape. */
export function describeDialect(dialect: Dialect): ProviderDescription {
  const find = findRuleOf(dialect);
  const isFilmgate = dialect.like === 'filmgate';
  return {
    protocol: 'openai-videos',
    displayName: isFilmgate ? 'Filmgate' : 'OpenAI videos compatible',
    endpoints: {},
    credential: optionalKey,
    timing: {
      ...timing,
      ...(isFilmgate && { pollsPerSecond: filmgatePollsPerSecond }),
      reconcileAfterMs: find === undefined ? null : searchAfterMs,
    },
    handlesBelongTo: 'account',
    unit: isFilmgate ? 'credits' : 'units',
    charges: 'success',
    models: [],
    families: dialect.families,
    writes: writtenFields,
    accepts: (_route, request) => acceptsVideo(dialect, request),
    build: (input) => buildCall(dialect, input),
    readAcceptance: readTask,
    readRefusal,
    refusals: refusalsOf(dialect),
    poll: {
      request: (task) => ({ path: taskPath(task) }),
      read: (response, task) => readPoll(dialect, response, task),
    },
    naming,
    isGone: (response) => isGone(dialect, response),
    ...(find !== undefined && { find }),
    probe: modelsProbe,
  };
}

export type { Dialect } from './dialect.ts';
