import { type Fields, isFields } from '../../mechanics/field-reader.ts';
import { mostContentParts, mostMessages } from '../schemas/chat-body.ts';
import type { LocalFieldReader } from './local-field-reader.ts';
import { type ImagePart, readImagePart } from './read-image.ts';

/** What the last user message says. */
export interface MessageContent {
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  /** The field the text stands in. */
  readonly param: string;
  readonly images: readonly ImagePart[];
}

/** The last message of the role `user`; every other message is conversation and asks for nothing [local.chat.prompt-last-user]. */
export function readMessages(reader: LocalFieldReader, value: unknown): MessageContent {
  const nothing = { text: undefined, param: 'messages', images: [] };
  const messages = reader.readList(value, {
    param: 'messages',
    most: mostMessages,
    rule: 'must be an array of messages',
  });
  for (const [index, message] of messages.entries()) checkMessage(reader, message, index);
  const index = messages.findLastIndex(isOfUser);
  const message = messages[index];
  if (!isFields(message)) return nothing;
  const param = `messages[${index}].content`;
  const { content } = message;
  if (content === undefined || content === null) return { ...nothing, param };
  if (typeof content === 'string') return { text: content, param, images: [] };
  const rule = 'must be text or an array of parts';
  return readParts(
    reader,
    reader.readList(content, { param, most: mostContentParts, rule }),
    param,
  );
}

/** A message that is none, or is nobody's, may be the one that was meant. */
function checkMessage(reader: LocalFieldReader, message: unknown, index: number): void {
  const place = `messages[${index}]`;
  if (!isFields(message)) reader.refuse(place, `${place} must be an object with role and content.`);
  else if (typeof message['role'] !== 'string')
    reader.refuse(`${place}.role`, `${place}.role must be text, as in "user".`);
}

function isOfUser(message: unknown): message is Fields {
  return isFields(message) && message['role'] === 'user';
}

function readParts(
  reader: LocalFieldReader,
  parts: readonly unknown[],
  param: string,
): MessageContent {
  const texts: string[] = [];
  const images: ImagePart[] = [];
  for (const [index, part] of parts.entries()) {
    const place = `${param}[${index}]`;
    const type = isFields(part) ? part['type'] : undefined;
    if (isFields(part) && type === 'text' && typeof part['text'] === 'string') {
      texts.push(part['text']);
    } else if (isFields(part) && type === 'image_url') {
      const image = readImagePart(reader, part, place);
      if (image !== undefined) images.push(image);
    } else {
      reader.refuse(
        place,
        `${place} must be {type: "text", text} or {type: "image_url", image_url: {url}}.`,
      );
    }
  }
  return { text: texts.length === 0 ? undefined : texts.join('\n'), param, images };
}
