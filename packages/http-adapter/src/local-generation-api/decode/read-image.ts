import type { ReferenceRole } from '@filmgate/core';
import { z } from 'zod';
import { type Fields, isFields } from '../../mechanics/field-reader.ts';
import { imageRoles } from '../schemas/chat-body.ts';
import type { LocalFieldReader } from './local-field-reader.ts';

/** An image as a message gives it: its URL not yet looked at. */
export interface ImagePart {
  readonly param: string;
  readonly url: string;
  /** null where the order decides. */
  readonly role: ReferenceRole | null;
}

const role = z.enum(imageRoles);

/** An image part: `{type: "image_url", image_url: {url, role?}}`, or the URL itself in place of the object. */
export function readImagePart(
  reader: LocalFieldReader,
  part: Fields,
  place: string,
): ImagePart | undefined {
  const param = `${place}.image_url`;
  const value = part['image_url'];
  if (typeof value === 'string') return { param, url: value, role: null };
  if (!isFields(value) || typeof value['url'] !== 'string') {
    reader.refuse(param, `${param} must be an object with a url.`, 'reference-invalid');
    return undefined;
  }
  const stated = role.nullish().safeParse(value['role']);
  if (!stated.success) {
    const rule = `must be ${imageRoles.join(', ')}`;
    reader.refuse(`${param}.role`, `${param}.role ${rule}.`, 'reference-invalid');
    return undefined;
  }
  return { param, url: value['url'], role: stated.data ?? null };
}
