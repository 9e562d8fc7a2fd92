import type { GenerationRequest, Reference, ReferenceRole, Route } from '@filmgate/core';
import { countOf, type NotAccepted, notAccepted } from './video-model.ts';

/** How a protocol carries references of one kind in the request itself. */
export interface InlineMedia {
  /** As `image/png`. */
  readonly contentTypes: readonly string[];
  /** Largest single one, in bytes. */
  readonly largest: number;
  /** What is asked of a picture; absent where the documents ask nothing. */
  readonly picture?: PictureLimits;
}

/** What a provider's documents ask of the pixels of a picture. */
export interface PictureLimits {
  /** Pixels each side has at least, and at most; null without a bound. */
  readonly leastSide: number;
  readonly mostSide: number | null;
  /** How many times as long as the shorter side the longer one may be. */
  readonly mostRatio: number;
  /** Where the documents say so, and when they were read. */
  readonly source: string;
  readonly read: string;
}

/** What a protocol can carry, whatever the model. */
export interface Carriage {
  readonly negativePrompt: boolean;
  /** A kind that is not named cannot be carried: its bytes have no place in the request. */
  readonly media: { readonly [kind in Reference['kind']]?: InlineMedia };
  /** Roles there is a place for. */
  readonly roles: readonly ReferenceRole[];
  /** Bytes of all references together. */
  readonly largestTotal: number;
}

/** A model's name goes into a path: nothing that a path could read otherwise. */
const modelForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The first thing of a request that no model of the protocol could be asked for. */
export function checkCarriage(
  carriage: Carriage,
  route: Pick<Route, 'model'>,
  request: GenerationRequest,
): NotAccepted | undefined {
  if (!modelForm.test(route.model))
    return notAccepted('model', 'The model name must consist of letters, digits, dots and dashes.');
  if (request.mediaType !== 'video' || request.durationSeconds === null)
    return notAccepted('mediaType', 'Only videos are supported.');
  if (request.negativePrompt !== null && !carriage.negativePrompt)
    return notAccepted('negativePrompt', 'A negative prompt is not supported.');
  return checkFrames(request) ?? checkReferences(carriage, request);
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
  const total = references.reduce((sum, { size }) => sum + size, 0);
  return total > largestTotal
    ? notAccepted('references', `All references together may have at most ${largestTotal} bytes.`)
    : undefined;
}

function whyNotCarried(
  roles: readonly ReferenceRole[],
  { kind, role }: Reference,
): string | undefined {
  const hasPosition = roles.includes(role) && fits(kind, role);
  return hasPosition ? undefined : `A reference of kind ${kind} as ${role} is not supported.`;
}

/** What is wrong with one reference by itself, and what would be taken. */
function reasonAgainst(
  media: Carriage['media'],
  { kind, contentType, size, pixels }: Reference,
): string | undefined {
  const inline = media[kind];
  if (inline === undefined) return `A reference of kind ${kind} cannot be included in the request.`;
  const { contentTypes, largest, picture } = inline;
  if (!contentTypes.includes(contentType))
    return `${contentType} is not supported as ${kind}; supported are ${contentTypes.join(' and ')}.`;
  if (size > largest)
    return `A reference of kind ${kind} may have at most ${largest} bytes; this one has ${size}.`;
  return picture === undefined ? undefined : reasonAgainstPixels(picture, pixels);
}

/** The first of the references whose pixels are not taken; sounds, videos and what was not measured have none to judge. */
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

/** Frames and reference images are images, and so on: a role names its kind. */
function fits(kind: Reference['kind'], role: ReferenceRole): boolean {
  const kinds = {
    first_frame: 'image',
    last_frame: 'image',
    reference_image: 'image',
    reference_video: 'video',
    reference_audio: 'audio',
  } as const;
  return kinds[role] === kind;
}
