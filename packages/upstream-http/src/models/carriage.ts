import type {
  Acceptability,
  GenerationRequest,
  MediaType,
  Reference,
  ReferenceKind,
  ReferenceRole,
  Route,
} from '@filmgate/core';
import type { ProviderDescription } from '../engine/provider-description.ts';
import {
  checkByFacts,
  countOf,
  factsOf,
  kindOfRole,
  type NotAccepted,
  notAccepted,
  type VideoModelFacts,
} from './video-model.ts';

/** Rules of a protocol for references of one kind. */
export interface InlineMedia {
  /** Example: `image/png`. */
  readonly contentTypes: readonly string[];
  /** Maximum size of a single one, in bytes. */
  readonly largest: number;
  /** True if the request names a link to the reference; absent = it contains the bytes, as a data URL. */
  readonly isLinked?: true;
  /** Size in bytes above which a reference is uploaded before the request; absent = none is. */
  readonly uploadedAbove?: number;
  /** Requirements for a picture; absent if the documents have none. */
  readonly picture?: PictureLimits;
}

/** A provider's documented requirements for the pixels of a picture. */
export interface PictureLimits {
  /** Minimum and maximum pixels of each side; null without a limit. */
  readonly leastSide: number;
  readonly mostSide: number | null;
  /** Maximum ratio of the longer side to the shorter one. */
  readonly mostRatio: number;
  /** The document with the requirements, and the day it was read. */
  readonly source: string;
  readonly read: string;
}

/** References that a protocol can carry, whatever the model. */
export interface Carriage {
  /** Media of its requests; absent = videos. */
  readonly makes?: MediaType;
  /** A kind that is not named cannot be carried: the request has no field for its bytes. */
  readonly media: { readonly [kind in Reference['kind']]?: InlineMedia };
  /** Roles that the request has a field for. */
  readonly roles: readonly ReferenceRole[];
  /** Bytes of all references in the request together. */
  readonly largestTotal: number;
  /**
   * Names of models have parts, as in `google/veo-3.1`: any number, only if none becomes part of a path, or a number of
   * parts which may.
   */
  readonly modelsHaveParts?: true | { readonly least: number; readonly most: number };
}

/** A name may become part of a path: only characters without a meaning in a path. */
const modelForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const anyNumber = { least: 1, most: Number.POSITIVE_INFINITY };

/** Returns the reason against a model's name; undefined for a valid one. */
function reasonAgainstModel({ modelsHaveParts }: Carriage, model: string): string | undefined {
  const parts = modelsHaveParts === undefined ? [model] : model.split('/');
  const { least, most } = typeof modelsHaveParts === 'object' ? modelsHaveParts : anyNumber;
  const isCount = parts.length >= least && parts.length <= most;
  if (isCount && parts.every((part) => modelForm.test(part))) return undefined;
  const form = 'The model name must consist of letters, digits, dots and dashes';
  if (modelsHaveParts === undefined) return `${form}.`;
  const count = least === most ? `${least}` : `${least} to ${most}`;
  return modelsHaveParts === true
    ? `${form}, in parts between slashes.`
    : `${form}, in ${count} parts with a slash between them.`;
}

/** Returns the form in which a request has a reference. */
export function formIn(
  { media }: Pick<Carriage, 'media'>,
  { kind, size }: Pick<Reference, 'kind' | 'size'>,
): 'data-url' | 'link' | 'uploaded' {
  const { isLinked = false, uploadedAbove = Number.POSITIVE_INFINITY } = media[kind] ?? {};
  if (isLinked) return 'link';
  return size > uploadedAbove ? 'uploaded' : 'data-url';
}

/** Returns the kinds of references that requests name by links. */
export function linkedKinds({ media }: Pick<Carriage, 'media'>): readonly ReferenceKind[] {
  return (['image', 'video', 'audio'] as const).filter((kind) => media[kind]?.isLinked === true);
}

/** Returns the first part of a request that no model of the protocol could make. */
export function checkCarriage(
  carriage: Carriage,
  route: Pick<Route, 'model'>,
  request: GenerationRequest,
): NotAccepted | undefined {
  const reason = reasonAgainstModel(carriage, route.model);
  if (reason !== undefined) return notAccepted('model', reason);
  const { makes = 'video' } = carriage;
  if (request.mediaType !== makes || (makes === 'video' && request.durationSeconds === null))
    return notAccepted('mediaType', `Only ${makes}s are supported.`);
  if (request.negativePrompt !== null)
    return notAccepted('negativePrompt', 'A negative prompt is not supported.');
  return checkFrames(request) ?? checkReferences(carriage, request);
}

/**
 * Returns the decision of a protocol by what its requests can carry and by the facts of the route's model.
 *
 * @param decide - decides what both accept; absent = accepted, and no page names the pixels of a resolution
 */
export function acceptsBy<Facts extends VideoModelFacts>(
  carriage: Carriage,
  models: readonly Facts[],
  decide: (request: GenerationRequest, facts: Facts | undefined) => Acceptability = () => ({
    kind: 'accepted',
    size: 'as-made',
  }),
): ProviderDescription['accepts'] {
  return (route, request) => {
    const facts = factsOf(models, route);
    const refused = checkCarriage(carriage, route, request) ?? checkByFacts(facts, request);
    return refused ?? decide(request, facts);
  };
}

function checkFrames(request: GenerationRequest): NotAccepted | undefined {
  const first = countOf(request, 'first_frame');
  const last = countOf(request, 'last_frame');
  if (first > 1 || last > 1)
    return notAccepted('references', 'At most one first frame and one last frame are allowed.');
  return last > first ? notAccepted('references', 'A last frame needs a first frame.') : undefined;
}

function checkReferences(
  { media, roles, largestTotal }: Carriage,
  { references }: GenerationRequest,
): NotAccepted | undefined {
  for (const [index, reference] of references.entries()) {
    const reason = whyNotCarried(roles, reference) ?? reasonAgainst(media, reference);
    if (reason !== undefined) return { ...notAccepted('references', reason), reference: index };
  }
  const inline = references.filter((one) => formIn({ media }, one) === 'data-url');
  const total = inline.reduce((sum, { size }) => sum + size, 0);
  return total > largestTotal
    ? notAccepted('references', `All references together may have at most ${largestTotal} bytes.`)
    : undefined;
}

function whyNotCarried(
  roles: readonly ReferenceRole[],
  { kind, role }: Reference,
): string | undefined {
  const hasPosition = roles.includes(role) && kindOfRole[role] === kind;
  return hasPosition ? undefined : `A reference of kind ${kind} as ${role} is not supported.`;
}

/** Returns the fault of a single reference, and the accepted values. */
function reasonAgainst(
  media: Carriage['media'],
  { kind, contentType, size, pixels }: Reference,
): string | undefined {
  const carried = media[kind];
  if (carried === undefined)
    return `A reference of kind ${kind} cannot be included in the request.`;
  const { contentTypes, largest, picture } = carried;
  if (!contentTypes.includes(contentType))
    return `${contentType} is not supported as ${kind}; supported are ${contentTypes.join(' and ')}.`;
  if (size > largest)
    return `A reference of kind ${kind} may have at most ${largest} bytes; this one has ${size}.`;
  return picture === undefined ? undefined : reasonAgainstPixels(picture, pixels);
}

/** Returns the first reference with refused pixels; sounds, videos and unmeasured images have none to check. */
export function checkPixels(
  limits: PictureLimits,
  { references }: Pick<GenerationRequest, 'references'>,
): NotAccepted | undefined {
  for (const [index, { pixels }] of references.entries()) {
    const reason = reasonAgainstPixels(limits, pixels);
    if (reason !== undefined) return { ...notAccepted('references', reason), reference: index };
  }
  return undefined;
}

function reasonAgainstPixels(
  limits: PictureLimits,
  pixels: Reference['pixels'],
): string | undefined {
  if (pixels === undefined) return undefined;
  const { leastSide, mostSide, mostRatio } = limits;
  const longer = Math.max(pixels.width, pixels.height);
  const shorter = Math.min(pixels.width, pixels.height);
  const has = `this one has ${pixels.width}x${pixels.height}`;
  if (shorter < leastSide || longer > (mostSide ?? Infinity))
    return mostSide === null
      ? `An image must have at least ${leastSide} pixels on each side; ${has}.`
      : `An image must have ${leastSide} to ${mostSide} pixels on each side; ${has}.`;
  return longer > mostRatio * shorter
    ? `The longer side of an image may be at most ${mostRatio} times the shorter side; ${has}.`
    : undefined;
}
