import {
  assignReferenceRoles,
  type Digest,
  type JsonValue,
  type ModelFamily,
  type ReferenceDraft,
  type ReferenceRole,
  type ReferenceSource,
} from '@filmgate/core';
import { decodeDataUrl, isDataUrl, checkRemoteUrl } from '../http/data-url.ts';
import type { GenerationReader } from './request-fields.ts';

/** An image of a request: an unchecked URL, or the bytes of an uploaded file. */
export interface ImagePart {
  readonly param: string;
  readonly source: string | Uint8Array;
  /** null if the order decides. */
  readonly role: ReferenceRole | null;
}

export interface ReferenceRules {
  readonly digest: Digest;
  /** Maximum decoded size of one data URL, in bytes. */
  readonly dataUrlBytes: number;
}

/** References with their identity in a repeated request: bytes by digest, remote images by URL. */
export interface ReadReferences {
  readonly references: readonly ReferenceDraft[];
  readonly identities: readonly JsonValue[];
}

/**
 * Returns the images of a request in the number and roles the model accepts [local.chat.image-count].
 *
 * @param rules - `absent`: field to name where there are too few; `messages` by default
 */
export function readReferences(
  reader: GenerationReader,
  images: readonly ImagePart[],
  rules: ReferenceRules & { readonly family: ModelFamily; readonly absent?: string },
): ReadReferences {
  const { family, absent = 'messages' } = rules;
  const param = images.at(-1)?.param ?? absent;
  const countProblem = checkCount(images.length, family);
  if (countProblem !== undefined) reader.decline(param, countProblem, 'reference-invalid');
  const read = images.flatMap((image) => {
    const reading = readSource(image.source, rules);
    if (reading.kind === 'read') return [{ ...reading, image }];
    reader.refuse(image.param, `${image.param} ${reading.rule}.`, 'reference-invalid');
    return [];
  });
  const takesFrames = family.references.roles.includes('first_frame');
  const { references } = assignReferenceRoles({
    references: read.map(({ image, source }) => ({
      param: image.param,
      kind: 'image',
      role: image.role ?? (takesFrames ? null : 'reference_image'),
      source,
    })),
    frameMode: 'all',
  });
  checkRoles(reader, references, family);
  const identities = read.map(({ identity, image: { role } }) => ({ ...identity, role }));
  return { references, identities };
}

function checkCount(count: number, { id, references }: ModelFamily): string | undefined {
  const { minimum, maximum } = references;
  if (count > maximum)
    return maximum === 0 ? `${id} accepts no images.` : `${id} accepts at most ${maximum} images.`;
  return count < minimum ? `${id} requires at least ${minimum} images.` : undefined;
}

function checkRoles(
  reader: GenerationReader,
  references: readonly ReferenceDraft[],
  { id, references: { roles } }: ModelFamily,
): void {
  for (const { param, role } of references) {
    const isFrame = role === 'first_frame' || role === 'last_frame';
    if (!roles.includes(role)) {
      reader.decline(param, `${id} does not accept an image as ${role}.`, 'reference-invalid');
    } else if (isFrame && references.filter((other) => other.role === role).length > 1) {
      reader.decline(param, `Only one image can be the ${role}.`, 'reference-invalid');
    }
  }
}

type SourceReading =
  | {
      readonly kind: 'read';
      readonly source: ReferenceSource;
      readonly identity: { readonly [name: string]: string };
    }
  /** `rule` completes the sentence "<param> …". */
  | { readonly kind: 'refused'; readonly rule: string };

function readSource(
  source: ImagePart['source'],
  { digest, dataUrlBytes }: ReferenceRules,
): SourceReading {
  const read = (bytes: Uint8Array): SourceReading => {
    const identity = { sha256: digest.sha256(bytes) };
    return { kind: 'read', source: { kind: 'bytes', bytes }, identity };
  };
  if (typeof source !== 'string') return read(source);
  if (!isDataUrl(source)) {
    const rule = checkRemoteUrl(source);
    return rule === undefined
      ? { kind: 'read', source: { kind: 'url', url: source }, identity: { url: source } }
      : { kind: 'refused', rule };
  }
  const reading = decodeDataUrl(source, dataUrlBytes);
  switch (reading.kind) {
    case 'decoded':
      return read(reading.bytes);
    case 'malformed':
      return { kind: 'refused', rule: 'is not a well-formed base64 data URL' };
    case 'too-large':
      return { kind: 'refused', rule: `must not decode to more than ${dataUrlBytes} bytes` };
  }
}
