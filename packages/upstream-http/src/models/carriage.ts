import type { GenerationRequest, Reference, ReferenceRole, Route } from '@filmgate/core';
import { countOf, type NotAccepted, notAccepted } from './video-model.ts';

/** How a protocol carries references of one kind in the request itself. */
export interface InlineMedia {
  /** As `image/png`. */
  readonly contentTypes: readonly string[];
  /** Largest single one, in bytes. */
  readonly largest: number;
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
export function judgeCarriage(
  carriage: Carriage,
  route: Pick<Route, 'model'>,
  request: GenerationRequest,
): NotAccepted | undefined {
  if (!modelForm.test(route.model))
    return notAccepted(
      'model',
      'The name of the model is not of letters, digits, dots and dashes.',
    );
  if (request.mediaType !== 'video' || request.durationSeconds === null)
    return notAccepted('mediaType', 'Only videos are made here.');
  if (request.negativePrompt !== null && !carriage.negativePrompt)
    return notAccepted('negativePrompt', 'There is no place for a negative prompt.');
  return judgeFrames(request) ?? judgeReferences(carriage, request);
}

function judgeFrames(request: GenerationRequest): NotAccepted | undefined {
  const first = countOf(request, 'first_frame');
  const last = countOf(request, 'last_frame');
  if (first > 1 || last > 1)
    return notAccepted('references', 'There is one first frame and one last frame at most.');
  return last > first ? notAccepted('references', 'A last frame needs a first frame.') : undefined;
}

function judgeReferences(
  { media, roles, largestTotal }: Carriage,
  { references }: GenerationRequest,
): NotAccepted | undefined {
  for (const { kind, role, contentType, size } of references) {
    const inline = media[kind];
    if (inline === undefined)
      return notAccepted('references', `A reference of kind ${kind} cannot be sent along.`);
    if (!roles.includes(role) || !fits(kind, role))
      return notAccepted('references', `There is no place for ${kind} as ${role}.`);
    if (!inline.contentTypes.includes(contentType))
      return notAccepted('references', `${contentType} is not taken as ${kind}.`);
    if (size > inline.largest)
      return notAccepted(
        'references',
        `A reference of kind ${kind} may have ${inline.largest} bytes.`,
      );
  }
  const total = references.reduce((sum, { size }) => sum + size, 0);
  return total > largestTotal
    ? notAccepted('references', `All references together may have ${largestTotal} bytes.`)
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
