import { mostContentParts, textPart } from '../schemas/create-task-body.ts';
import type { FieldReader } from './field-reader.ts';
import { isFields } from './field-reader.ts';
import type { ImageRules } from './image-source.ts';
import { joinImages, noImages, type ReadImages, readImageObject } from './images.ts';
import { unknownNames } from './unknown-fields.ts';

/** What the parts of `content` say. */
export interface ReadContent {
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  readonly images: ReadImages;
}

interface ReadPart {
  readonly text: string | null;
  readonly images: ReadImages;
}

const partRule = 'must be {type: "text", text} or {type: "image_url", image_url, role?}';

/** The field `content` [tasks.content.parts]: text and image parts. */
export function readContent(reader: FieldReader, value: unknown, rules: ImageRules): ReadContent {
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
