import type { JsonValue, UnassignedReference } from '@filmgate/core';
import { z } from 'zod';
import { type FieldPath, holdsFile } from '../../field-names/check-other-names.ts';
import { type FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import { unknownNames } from '../request-fields.ts';
import {
  imageOfAsset,
  imageOfBytes,
  type ImageRules,
  type ImageSource,
  readImageUrl,
} from './image-source.ts';

/** Roles an image may have [tasks.content.parts]. */
const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;
export type ImageRole = (typeof imageRoles)[number];

/** Far longer than the ids of assets, in UTF-16 units. */
const longestAssetId = 128;
const idOfAsset = z.string().max(longestAssetId);
const urlText = z
  .string()
  .meta({ description: 'An https URL on a listed host, or a base64 data URL.' });

/** An image's URL, alone or in an object. */
export const imageUrl = z.union([z.looseObject({ url: urlText }), urlText]);

export const imageRole = z.enum(imageRoles);

const fileBytes = z
  .instanceof(Uint8Array)
  .meta({ type: 'string', format: 'binary', description: 'A file, in multipart/form-data.' });

/** One item of the field `images`. */
export const imageItem = z.union([
  urlText,
  fileBytes,
  z.looseObject({
    url: urlText.nullish(),
    image_url: imageUrl.nullish(),
    asset_id: idOfAsset.nullish(),
    assetId: idOfAsset.nullish(),
    role: imageRole.nullish(),
  }),
]);

/** The field `input_reference`. */
export const inputReference = z.union([
  fileBytes,
  z.looseObject({ image_url: imageUrl.nullish(), file_id: idOfAsset.nullish() }),
]);

/** Images of a request, before roles are assigned. */
export interface ReadImages {
  readonly references: readonly UnassignedReference[];
  /** One per reference: its identity in a repeated request. */
  readonly identities: readonly JsonValue[];
  /** Names of unknown fields within them. */
  readonly unknown: readonly string[];
}

export const noImages: ReadImages = { references: [], identities: [], unknown: [] };

/** Concatenates lists of images. */
export function joinImages(parts: readonly ReadImages[]): ReadImages {
  return {
    references: parts.flatMap(({ references }) => references),
    identities: parts.flatMap(({ identities }) => identities),
    unknown: parts.flatMap(({ unknown }) => unknown),
  };
}

const itemRule = 'must be a URL, a data URL, or an object with url, image_url, asset_id or assetId';

/** Words the refusal of more images than one request may have. */
export function tooManyImages({ mostImages }: ImageRules): string {
  return `At most ${mostImages} images are accepted in total.`;
}

/** Reads the field `images`. */
export function readImageList(reader: FieldReader, value: unknown, rules: ImageRules): ReadImages {
  return readItems(reader, { value, param: 'images' }, rules);
}

/** Reads a list of images whose field gives them no role. */
export function readItems(
  reader: FieldReader,
  { value, param }: FieldPath,
  rules: ImageRules,
): ReadImages {
  const items = reader.readList(value, {
    param,
    most: rules.mostImages,
    rule: `must be an array; in a form, write ${param}[]`,
    tooMany: tooManyImages(rules),
  });
  return joinImages(
    items.map((item, index) =>
      readItem(reader, { item, param: `${param}[${index}]`, role: null }, rules),
    ),
  );
}

/** Reads one image: a URL, bytes, or an object that names it; `role` is the one its field gives it. */
export function readItem(
  reader: FieldReader,
  {
    item,
    param,
    role,
  }: { readonly item: unknown; readonly param: string; readonly role: ImageRole | null },
  rules: ImageRules,
): ReadImages {
  const path = { param, role };
  if (typeof item === 'string')
    return oneImage(path, readImageUrl(reader, { text: item, param }, rules));
  if (item instanceof Uint8Array) return oneImage(path, imageOfBytes(item, rules));
  if (!isFields(item)) return refusedImage(reader, param, itemRule);
  const sources = ['url', 'image_url', 'asset_id', 'assetId'];
  const object = { fields: item, param, role, sources, others: ['role'], rule: itemRule };
  return readImageObject(reader, object, rules);
}

const inputRule = 'must be a file, or an object with image_url or file_id';

/** Reads the field `input_reference`: one more image. */
export function readInputReference(
  reader: FieldReader,
  value: unknown,
  rules: ImageRules,
): ReadImages {
  const param = 'input_reference';
  if (value === undefined || value === null) return noImages;
  if (value instanceof Uint8Array)
    return oneImage({ param, role: null }, imageOfBytes(value, rules));
  if (!isFields(value)) return refusedImage(reader, param, inputRule);
  const sources = ['image_url', 'file_id'];
  return readImageObject(
    reader,
    { fields: value, param, sources, others: [], rule: inputRule },
    rules,
  );
}

/** An object that names an image. */
export interface ImageObject {
  readonly fields: Fields;
  readonly param: string;
  /** Exactly one of these fields names the image. */
  readonly sources: readonly string[];
  /** Other allowed fields. */
  readonly others: readonly string[];
  /** The role its field gives it; absent or null if its own field may. */
  readonly role?: ImageRole | null;
  /** Completes the sentence "<param> …". */
  readonly rule: string;
}

/** Reads an image given as an object with exactly one source. */
export function readImageObject(
  reader: FieldReader,
  object: ImageObject,
  rules: ImageRules,
): ReadImages {
  const { fields, param, sources, others, rule } = object;
  const given = sources.filter((name) => fields[name] !== undefined && fields[name] !== null);
  const [name] = given;
  if (name === undefined || given.length > 1) return refusedImage(reader, param, rule);
  const stated = others.includes('role') ? readRole(reader, fields['role'], `${param}.role`) : null;
  const role = object.role ?? stated;
  const value = fields[name];
  for (const file of unknownNames(fields, [...sources, ...others]))
    if (holdsFile(fields[file]))
      reader.refuse(`${param}.${file}`, `${param}.${file} is a file without a use here.`);
  const unknown = [
    ...unknownNames(fields, [...sources, ...others]).map((other) => `${param}.${other}`),
    ...unknownWithin(value, `${param}.${name}`),
  ];
  return {
    ...oneImage({ param, role }, readSource(reader, { name, value, param }, rules)),
    unknown,
  };
}

function readRole(reader: FieldReader, value: unknown, param: string): ImageRole | null {
  const rule = `must be one of ${imageRoles.join(', ')}`;
  return reader.read(value, { param, schema: imageRole, rule }) ?? null;
}

function readSource(
  reader: FieldReader,
  {
    name,
    value,
    param,
  }: { readonly name: string; readonly value: unknown; readonly param: string },
  rules: ImageRules,
): ImageSource | undefined {
  const inner = isFields(value) ? value['url'] : value;
  if (typeof inner !== 'string' || inner === '') {
    reader.refuse(param, `${param}.${name} must be a string.`);
    return undefined;
  }
  if (name === 'url' || name === 'image_url')
    return readImageUrl(reader, { text: inner, param }, rules);
  if (inner.length <= longestAssetId) return imageOfAsset(inner);
  reader.refuse(param, `${param}.${name} must have at most ${longestAssetId} characters.`);
  return undefined;
}

function unknownWithin(value: unknown, param: string): readonly string[] {
  return isFields(value) ? unknownNames(value, ['url']).map((name) => `${param}.${name}`) : [];
}

function oneImage(
  { param, role }: Pick<UnassignedReference, 'param' | 'role'>,
  image: ImageSource | undefined,
): ReadImages {
  if (image === undefined) return noImages;
  return {
    references: [{ param, role, kind: 'image', source: image.source }],
    identities: [{ ...(role === null ? {} : { role }), source: image.identity }],
    unknown: [],
  };
}

export function refusedImage(reader: FieldReader, param: string, rule: string): ReadImages {
  reader.refuse(param, `${param} ${rule}.`);
  return noImages;
}
