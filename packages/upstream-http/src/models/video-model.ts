import type {
  Acceptability,
  AspectRatio,
  GenerationRequest,
  ReferenceRole,
  Resolution,
  Route,
} from '@filmgate/core';
import type { ModelFacts } from '../engine/provider-description.ts';

/** The refusal of a request that a route cannot make: the field, and the reason. */
export type NotAccepted = Extract<Acceptability, { readonly kind: 'not-accepted' }>;

/** A limit that applies only to some requests of a model. */
export interface ModelCondition {
  /** The field of the request to name. */
  readonly parameter: string;
  /** One sentence for an operator. */
  readonly reason: string;
  readonly forbids: (request: GenerationRequest) => boolean;
}

/** Documented facts of one model that makes videos. */
export interface VideoModelFacts extends ModelFacts {
  /** Whole seconds. */
  readonly durationsSeconds: readonly number[];
  readonly aspectRatios: readonly AspectRatio[];
  /** In the catalog's words: `720p`, `2160p`. */
  readonly resolutions: readonly Resolution[];
  readonly audio: 'none' | 'optional' | 'always';
  /** Characters, as UTF-16 counts them; null if the provider names no limit. */
  readonly promptLimit: number | null;
  /** Maximum number by role; a role that is not named is refused. */
  readonly references: { readonly [R in ReferenceRole]?: number };
  /** Maximum over all roles together. */
  readonly mostReferences: number;
  readonly conditions: readonly ModelCondition[];
}

/** The kind of material that a role is for. */
export const kindOfRole = {
  first_frame: 'image',
  last_frame: 'image',
  reference_image: 'image',
  reference_video: 'video',
  reference_audio: 'audio',
} as const;

/** Returns every whole second from the first to the last. */
export function everySecond(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Counts a role among the references. */
export function countOf(request: GenerationRequest, role: ReferenceRole): number {
  return request.references.filter((reference) => reference.role === role).length;
}

export function notAccepted(parameter: string, reason: string): NotAccepted {
  return { kind: 'not-accepted', parameter, reason };
}

/** Returns the first part of a request that the model's own facts exclude; undefined if no facts are known. */
export function checkByFacts(
  facts: VideoModelFacts | undefined,
  request: GenerationRequest,
): NotAccepted | undefined {
  if (facts === undefined) return undefined;
  const refused = checkShape(facts, request) ?? checkReferenceCounts(facts, request);
  if (refused !== undefined) return refused;
  const broken = facts.conditions.find(({ forbids }) => forbids(request));
  return broken === undefined ? undefined : notAccepted(broken.parameter, broken.reason);
}

function checkShape(facts: VideoModelFacts, request: GenerationRequest): NotAccepted | undefined {
  const { model, durationsSeconds, aspectRatios, resolutions, audio, promptLimit } = facts;
  const { durationSeconds, aspectRatio, resolution, generateAudio, prompt } = request;
  if (durationSeconds === null || !durationsSeconds.includes(durationSeconds))
    return notAccepted(
      'durationSeconds',
      `${model} supports durations of ${durationsSeconds.join(', ')} s.`,
    );
  if (!aspectRatios.includes(aspectRatio))
    return notAccepted('aspectRatio', `${model} supports ${aspectRatios.join(', ')}.`);
  if (!resolutions.includes(resolution))
    return notAccepted('resolution', `${model} supports ${resolutions.join(', ')}.`);
  if (audio === 'none' && generateAudio)
    return notAccepted('generateAudio', `${model} cannot generate sound.`);
  if (audio === 'always' && !generateAudio)
    return notAccepted('generateAudio', `${model} always generates sound.`);
  if (promptLimit !== null && prompt.length > promptLimit)
    return notAccepted('prompt', `${model} accepts prompts of at most ${promptLimit} characters.`);
  return undefined;
}

function checkReferenceCounts(
  { model, references, mostReferences }: VideoModelFacts,
  request: GenerationRequest,
): NotAccepted | undefined {
  for (const { role } of request.references) {
    const most = references[role] ?? 0;
    if (most === 0) return notAccepted('references', `${model} does not accept a ${role}.`);
    if (countOf(request, role) > most)
      return notAccepted('references', `${model} accepts at most ${most} references as ${role}.`);
  }
  return request.references.length > mostReferences
    ? notAccepted('references', `${model} accepts at most ${mostReferences} references.`)
    : undefined;
}

/** Returns the facts of a route's model; undefined when the table does not know it. */
export function factsOf<Facts extends ModelFacts>(
  models: readonly Facts[],
  { model }: Pick<Route, 'model'>,
): Facts | undefined {
  return models.find((facts) => facts.model === model);
}
