import { type ModelFamily, referenceRoles, type Resolution } from '@filmgate/core';
import type { OfferedFamily } from '../engine/provider-description.ts';
import { kindOfRole, type VideoModelFacts } from './video-model.ts';

/** Longest prompt of a model whose provider names no limit. */
const usualPromptLimit = 4_000;

/** Name and price of a family; the facts of its model say the rest. */
export interface VideoOffer
  extends Pick<ModelFamily, 'id' | 'displayName' | 'description' | 'ownedBy' | 'retirement'>,
    Pick<OfferedFamily, 'source' | 'read'> {
  /** Names of the model by endpoint; absent = as in its facts, at each. */
  readonly model?: OfferedFamily['model'];
  /** Values in place of the model's, none of them wider. */
  readonly only?: Partial<
    Pick<
      VideoModelFacts,
      'durationsSeconds' | 'aspectRatios' | 'audio' | 'promptLimit' | 'references'
    >
  >;
  /** Minimum number of references; absent = none are needed. */
  readonly leastReferences?: number;
  /** Cost of a second in the smallest part of the endpoint's unit, for each resolution that the family offers. */
  readonly perSecond: { readonly [R in Resolution]?: number };
  /** List price of a smallest part, in US dollars; by resolution if it differs. */
  readonly dollars: number | { readonly [R in Resolution]?: number };
}

/** Offers a family on both surfaces: the facts of its model, a name and a price. */
export function offerVideos(facts: VideoModelFacts, offer: VideoOffer): OfferedFamily {
  const { only = {}, leastReferences = 0, perSecond, dollars, ...rest } = offer;
  const { model = facts.model, ...named } = rest;
  const { durationsSeconds, aspectRatios, audio, promptLimit, references, mostReferences } = {
    ...facts,
    ...only,
  };
  const resolutions = facts.resolutions.filter((one) => perSecond[one] !== undefined);
  const roles = referenceRoles.filter((role) => references[role] !== undefined);
  const each = roles.reduce((sum, role) => sum + (references[role] ?? 0), 0);
  return {
    ...named,
    mediaType: 'video',
    surfaces: ['tasks', 'local'],
    durationsSeconds,
    aspectRatios,
    resolutions,
    audio,
    negativePrompt: false,
    references: {
      kinds: [...new Set(roles.map((role) => kindOfRole[role]))],
      roles,
      minimum: leastReferences,
      maximum: Math.min(each, mostReferences),
    },
    promptLimit: promptLimit ?? usualPromptLimit,
    creditsPerSecond: creditsOf(resolutions, { perSecond, dollars }),
    model,
    route: { cost: { perSecond } },
    waitSeconds: 1_800,
  };
}

function creditsOf(
  resolutions: readonly Resolution[],
  { perSecond, dollars }: Pick<VideoOffer, 'perSecond' | 'dollars'>,
): ModelFamily['creditsPerSecond'] {
  const price = (resolution: Resolution) => {
    const each = typeof dollars === 'number' ? dollars : (dollars[resolution] ?? 0);
    // A product such as 42.000000000000004 is a whole number of cents.
    return Math.ceil(Number(((perSecond[resolution] ?? 0) * each * 100).toFixed(6)));
  };
  return Object.fromEntries(resolutions.map((resolution) => [resolution, price(resolution)]));
}
