import { aspectRatios, frameModes, resolutions } from '@filmgate/core';
import { z } from 'zod';

/** Roles an image may state [tasks.content.parts]. */
export const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;

/** Far more than the ids of assets have, in UTF-16 units. */
export const longestAssetId = 128;
/** More text and image parts than a creation can use. */
export const mostContentParts = 256;

const assetId = z.string().max(longestAssetId);
const url = z
  .string()
  .meta({ description: 'An https URL on a listed host, or a base64 data URL.' });
const imageUrl = z.union([z.looseObject({ url }), url]);
const role = z.enum(imageRoles);
const bytes = z
  .instanceof(Uint8Array)
  .meta({ type: 'string', format: 'binary', description: 'A file, in multipart/form-data.' });

/** Decimal text of one to three digits, or the number [tasks.create.number-text]. */
export const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number),
]);

/** A boolean or its word. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((word) => word === 'true'),
]);

export const aspectRatio = z.enum(aspectRatios);
export const resolution = z.enum(resolutions);
export const frameMode = z.enum(frameModes);

/** A text part of `content`. */
export const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

const contentPart = z.discriminatedUnion('type', [
  textPart,
  z.looseObject({ type: z.literal('image_url'), image_url: imageUrl, role: role.nullish() }),
]);

const imageItem = z.union([
  url,
  bytes,
  z.looseObject({
    url: url.nullish(),
    image_url: imageUrl.nullish(),
    asset_id: assetId.nullish(),
    assetId: assetId.nullish(),
    role: role.nullish(),
  }),
]);

const inputReference = z.union([
  bytes,
  z.looseObject({ image_url: imageUrl.nullish(), file_id: assetId.nullish() }),
]);

/**
 * Request of a creation. The decoder reads field by field, in the order of this table, with the
 * limits of the model; this object describes the whole.
 */
export const createTaskBody = z.looseObject({
  prompt: z
    .string()
    .nullish()
    .meta({ description: '1 to 20000 characters; else the text parts of `content`.' }),
  model: z
    .string()
    .nullish()
    .meta({ description: 'Model id or alias; the first one on offer when absent.' }),
  seconds: wholeNumber.nullish().meta({
    description: 'Whole seconds the model offers, 5 to 15 with the standard models; 5 when absent.',
  }),
  resolution: resolution.nullish().meta({ description: '720p or 1080p; 1080p when absent.' }),
  size: z
    .string()
    .nullish()
    .meta({ description: '`1280x720`: states the aspect only. Or 720p, 1080p.' }),
  aspect_ratio: aspectRatio.nullish().meta({
    description:
      '16:9, 9:16 or 1:1; `aspectRatio` is the same. Else from `size`, else from the prompt, else 16:9.',
  }),
  frame_mode: frameMode
    .nullish()
    .meta({ description: 'What images without a role are; `first_only` when absent.' }),
  generate_audio: flag
    .nullish()
    .meta({ description: '`generateAudio` is the same; true when absent.' }),
  images: z.array(imageItem).max(9).nullish(),
  content: z.array(contentPart).max(mostContentParts).nullish(),
  input_reference: inputReference.nullish(),
});

/** Names a creation knows, aliases included. */
export const createTaskFieldNames: readonly string[] = [
  ...Object.keys(createTaskBody.shape),
  'aspectRatio',
  'generateAudio',
];
