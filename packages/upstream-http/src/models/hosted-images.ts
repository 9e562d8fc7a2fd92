import { aspectRatios, type ModelFamily, type Resolution } from '@filmgate/core';
import type { CallFields } from '../engine/asked-fields.ts';
import type { OfferedFamily, ProviderDescription } from '../engine/provider-description.ts';
import type { Carriage } from './carriage.ts';
import { acceptsImages, type ImageModelFacts, sizeOf } from './image-model.ts';
import { type InputNames, namedInput, seedOf } from './named-input.ts';
import { offerImages } from './offer-images.ts';
import { factsOf, notAccepted } from './video-model.ts';

/** Facts of a model of images at a host of many makers' models. */
export interface HostedImageModel extends ImageModelFacts {
  readonly input: InputNames;
  /** Fields that every request has, such as the number of images. */
  readonly always: CallFields;
  readonly resolutions: readonly Resolution[];
  /** Numbers of images that one is made from. */
  readonly references: { readonly least: number; readonly most: number };
}

/** The models of a host, and the references that its requests can carry. */
export interface HostedImages {
  readonly carriage: Carriage;
  readonly models: readonly HostedImageModel[];
}

/** Returns the decision of a host: fields of models beyond its table are not known, so it makes no images by them. */
export function acceptsHosted({ carriage, models }: HostedImages): ProviderDescription['accepts'] {
  const most = Math.max(...models.map(({ references }) => references.most));
  const accepts = acceptsImages(
    { ...carriage, makes: 'image', roles: ['reference_image'] },
    models,
    most,
  );
  return (route, request) => {
    const said = accepts(route, request);
    if (said.kind === 'not-accepted') return said;
    const facts = factsOf(models, route);
    if (facts === undefined)
      return notAccepted(
        'model',
        `Images are made by ${models.map(({ model }) => model).join(', ')}.`,
      );
    return checkHosted(facts, request) ?? said;
  };
}

function checkHosted(
  { model, resolutions, references: { least, most } }: HostedImageModel,
  { resolution, references: { length: count } }: Parameters<ProviderDescription['accepts']>[1],
) {
  if (!resolutions.includes(resolution))
    return notAccepted('resolution', `${model} supports ${resolutions.join(', ')}.`);
  return count < least || count > most
    ? notAccepted('references', `${model} makes an image from ${least} to ${most} images.`)
    : undefined;
}

/**
 * Returns the input of an order for one image.
 *
 * @throws RangeError when the model is not in the table, which `acceptsHosted` refuses
 */
export function imageInput(
  { carriage, models }: HostedImages,
  { route, request, correlationId }: Parameters<ProviderDescription['build']>[0],
): CallFields {
  const facts = factsOf(models, route);
  if (facts === undefined) throw new RangeError(`${route.model} is no known model of images.`);
  const [width = 0, height = 0] = sizeOf(facts, request).split('x').map(Number);
  const asked = { ...request, resolution: request.resolution.toUpperCase() };
  const seed = seedOf(correlationId);
  const named = namedInput(facts.input, asked, { seed, carriage, size: { width, height } });
  return { prompt: request.prompt, ...facts.always, ...named };
}

/** Name and price of a family of images; the facts of its model say the rest. */
export interface HostedOffer extends Pick<ModelFamily, 'id' | 'displayName' | 'description'> {
  /** Price of an image in millionths of a US dollar, for each resolution of the model. */
  readonly perImage: { readonly [R in Resolution]?: number };
}

/** Offers a model of images of a host. */
export function offerHosted(
  facts: HostedImageModel,
  { perImage: perSecond, ...named }: HostedOffer,
  priced: Pick<OfferedFamily, 'ownedBy' | 'source' | 'read'>,
): OfferedFamily {
  const { model, sizes, references, promptLimit } = facts;
  const resolutions = facts.resolutions.filter((one) => perSecond[one] !== undefined);
  const cents = (one: Resolution) => Math.ceil((perSecond[one] ?? 0) / 10_000);
  return offerImages({
    ...named,
    ...priced,
    aspectRatios: aspectRatios.filter((ratio) => sizes[ratio] !== undefined),
    resolutions,
    promptLimit,
    creditsPerSecond: Object.fromEntries(resolutions.map((one) => [one, cents(one)])),
    leastReferences: references.least,
    mostReferences: references.most,
    model,
    route: { cost: { perSecond } },
  });
}
