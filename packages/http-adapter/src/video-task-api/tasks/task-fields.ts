import {
  type AspectRatio,
  type FrameMode,
  frameModes,
  type ModelCatalog,
  type ModelFamily,
  type ParsedSize,
  type Resolution,
} from '@filmgate/core';
import { z } from 'zod';
import { readUnderAnyName } from '../../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import {
  aspectOfSize,
  aspectRule,
  checkAspectRatio,
  checkAudio,
  flagRule,
  readResolution,
  readSeconds,
  readSize,
} from '../generation-options.ts';
import { anyText, readPrompt, unknownNames } from '../request-fields.ts';
import type { ImageRules } from './image-source.ts';
import { readOtherImages } from './other-images.ts';
import {
  imageRole,
  imageUrl,
  joinImages,
  noImages,
  readImageList,
  readImageObject,
  type ReadImages,
  readInputReference,
  tooManyImages,
} from './task-images.ts';

export const frameModeSchema = z.enum(frameModes);

/** More text and image parts than a creation can use. */
const mostContentParts = 256;

/** A text part of `content`. */
const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

/** The field `content` [tasks.content.parts]. */
export const contentParts = z
  .array(
    z.discriminatedUnion('type', [
      textPart,
      z.looseObject({
        type: z.literal('image_url'),
        image_url: imageUrl,
        role: imageRole.nullish(),
      }),
    ]),
  )
  .max(mostContentParts);

/** The values read from the parts of `content`. */
interface ReadContent {
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  readonly images: ReadImages;
}

interface ReadPart {
  readonly text: string | null;
  readonly images: ReadImages;
}

const partRule = 'must be {type: "text", text} or {type: "image_url", image_url, role?}';

/** Reads the field `content` [tasks.content.parts]: text and image parts. */
function readContent(reader: FieldReader, value: unknown, rules: ImageRules): ReadContent {
  const most = mostContentParts;
  const parts = reader.readList(value, {
    param: 'content',
    most,
    rule: 'must be an array of parts',
  });
  const read = parts.map((part, index) =>
    readPart(reader, { part, param: `content[${index}]` }, rules),
  );
  const texts = read.flatMap(({ text }) => (text === null ? [] : [text]));
  return {
    text: texts.length === 0 ? undefined : texts.join('\n'),
    images: joinImages(read.map(({ images }) => images)),
  };
}

function readPart(
  reader: FieldReader,
  { part, param }: { readonly part: unknown; readonly param: string },
  rules: ImageRules,
): ReadPart {
  if (isFields(part) && part['type'] === 'image_url') {
    const image = {
      fields: part,
      param,
      sources: ['image_url'],
      others: ['type', 'role'],
      rule: partRule,
    };
    return { text: null, images: readImageObject(reader, image, rules) };
  }
  const read = textPart.safeParse(part);
  if (!read.success) {
    reader.refuse(param, `${param} ${partRule}.`);
    return { text: null, images: noImages };
  }
  const unknown = unknownNames(read.data, ['type', 'text']).map((name) => `${param}.${name}`);
  return { text: read.data.text, images: { ...noImages, unknown } };
}

/** Rules for decoding a creation, besides its body. */
export interface DecodeRules extends ImageRules {
  readonly catalog: ModelCatalog;
  /** Default model, as id or alias; null = the catalog's own. */
  readonly defaultModel: string | null;
}

/** The values of a creation as read, undefined where absent. */
export interface ReadTask {
  readonly prompt: string;
  readonly seconds: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly size: ParsedSize | undefined;
  readonly aspect: AspectRatio | undefined;
  readonly sizeAspect: AspectRatio | undefined;
  readonly frameMode: FrameMode | undefined;
  readonly audio: boolean | undefined;
  readonly images: ReadImages;
  readonly promptFromContent: boolean;
  readonly contentHasText: boolean;
}

/** The state of reading one body. */
export interface TaskReading {
  readonly reader: FieldReader;
  readonly body: Fields;
  readonly family: ModelFamily;
  readonly rules: DecodeRules;
}

/** Reads every field but the model, in the order of the contract's table [bodies.fields.order]. */
export function readTask({ reader, body, family, rules }: TaskReading): ReadTask {
  const { prompt, content, promptFromContent } = readText({ reader, body, family, rules });
  const seconds = readSeconds(reader, readUnderAnyName(reader, body, 'seconds'), family);
  const resolution = readResolution(
    reader,
    { value: body['resolution'], param: 'resolution' },
    family,
  );
  const size = readSize(reader, { value: body['size'], param: 'size' }, family);
  // Read first and reported second: the ratio of a size counts if no aspect is given, and a refused aspect does not.
  const ofAspect = new FieldReader();
  const aspect = readAspect({ reader: ofAspect, body, family, rules });
  const counts = aspect !== undefined && ofAspect.failure === null;
  const sizeAspect = counts ? undefined : aspectOfSize(reader, size, family);
  reader.refuseAs(ofAspect);
  const frameRule = `must be ${frameModes.join(' or ')}`;
  const frameMode = reader.read(body['frame_mode'], {
    param: 'frame_mode',
    schema: frameModeSchema,
    rule: frameRule,
  });
  const audio = readAudio({ reader, body, family, rules });
  const images = readImages({ reader, body, family, rules }, content.images);
  return {
    prompt,
    seconds,
    resolution,
    size,
    aspect,
    sizeAspect,
    frameMode,
    audio,
    images,
    promptFromContent,
    contentHasText: content.text !== undefined,
  };
}

/** Returns the prompt, or in its absence the text of `content`. */
function readText({ reader, body, family, rules }: TaskReading): {
  readonly prompt: string;
  readonly content: ReadContent;
  readonly promptFromContent: boolean;
} {
  const rule = 'must be a string';
  const stated = reader.read(body['prompt'], { param: 'prompt', schema: anyText, rule });
  if (stated !== undefined) readPrompt(reader, { text: stated, param: 'prompt' }, family);
  const content = readContent(reader, body['content'], rules);
  const promptFromContent = stated === undefined && content.text !== undefined;
  const param = promptFromContent ? 'content' : 'prompt';
  const prompt = readPrompt(reader, { text: stated ?? content.text, param }, family);
  return { prompt, content, promptFromContent };
}

function readAspect({ reader, body, family }: TaskReading): AspectRatio | undefined {
  const { value: given, param } = readUnderAnyName(reader, body, 'aspect');
  const value = reader.read(given, { param, ...aspectRule(family) });
  return checkAspectRatio(reader, { value, param }, family);
}

function readAudio({ reader, body, family }: TaskReading): boolean | undefined {
  const { value: given, param } = readUnderAnyName(reader, body, 'audioFlag');
  const value = reader.read(given, { param, ...flagRule });
  return checkAudio(reader, { value, param }, family);
}

/** Reads images in order: `images`, those of `content`, `input_reference`, then those under other names. */
function readImages({ reader, body, rules }: TaskReading, fromContent: ReadImages): ReadImages {
  const own = joinImages([
    readImageList(reader, body['images'], rules),
    fromContent,
    readInputReference(reader, body['input_reference'], rules),
  ]);
  const images = joinImages([own, readOtherImages(reader, body, { own, rules })]);
  if (images.references.length > rules.mostImages) {
    reader.refuse('images', tooManyImages(rules));
  }
  return images;
}
