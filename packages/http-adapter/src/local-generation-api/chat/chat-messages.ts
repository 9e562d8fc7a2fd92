import { z } from 'zod';
import { type Fields, isFields } from '../../http/field-reader.ts';
import type { ImagePart } from '../../generations/references.ts';
import type { GenerationReader } from '../../generations/request-fields.ts';
import type { ChatText } from './title-prompts.ts';

/** Roles an image may have [local.chat.image-roles]. */
const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;
const imageRole = z.enum(imageRoles);

/** More than a conversation has. */
export const mostMessages = 2000;
/** More text and image parts than a message has. */
const mostContentParts = 256;

const imageUrl = z.union([
  z.looseObject({
    url: z.string().meta({ description: 'An https URL, or a base64 data URL up to 20 MiB.' }),
    role: imageRole
      .nullish()
      .meta({ description: 'Default by order: first frame, last frame, references.' }),
  }),
  z.string(),
]);

/** One part of a message's content. */
const contentPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: imageUrl }),
]);

/** A message of a chat. */
export const anyMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPart).max(mostContentParts)]).nullish(),
});

/** The content of the last user message. */
export interface MessageContent {
  readonly fields: Fields;
  /** Path of the message, with a dot at its end. */
  readonly path: string;
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  /** The field that contains the text. */
  readonly param: string;
  /** Texts of the system messages. */
  readonly system: readonly ChatText[];
  readonly images: readonly ImagePart[];
}

/** Returns the last message of the role `user`; all others request nothing [local.chat.prompt-last-user]. */
export function readMessages(reader: GenerationReader, value: unknown): MessageContent {
  const messages = reader.readList(value, {
    param: 'messages',
    most: mostMessages,
    rule: 'must be an array of messages',
  });
  for (const [index, message] of messages.entries()) checkMessage(reader, message, index);
  const index = messages.findLastIndex(isOfUser);
  const message = messages[index];
  const system = systemTexts(messages);
  const none = { fields: {}, path: '', text: undefined, param: 'messages', images: [], system };
  if (!isFields(message)) return none;
  const path = `messages[${index}].`;
  const param = `${path}content`;
  const { content } = message;
  const empty = { ...none, fields: message, path, param };
  if (content === undefined || content === null) return empty;
  if (typeof content === 'string') return { ...empty, text: content };
  const rule = 'must be text or an array of parts';
  const parts = reader.readList(content, { param, most: mostContentParts, rule });
  return { ...empty, ...readParts(reader, parts, param) };
}

/** A malformed message, or one without a role, may be the one that the caller meant. */
function checkMessage(reader: GenerationReader, message: unknown, index: number): void {
  const path = `messages[${index}]`;
  if (!isFields(message)) reader.refuse(path, `${path} must be an object with role and content.`);
  else if (typeof message['role'] !== 'string')
    reader.refuse(`${path}.role`, `${path}.role must be text, as in "user".`);
}

function systemTexts(messages: readonly unknown[]): readonly ChatText[] {
  return messages.flatMap((message, index) => {
    if (!isFields(message) || message['role'] !== 'system') return [];
    const { content } = message;
    return typeof content === 'string'
      ? [{ text: content, param: `messages[${index}].content` }]
      : [];
  });
}

function isOfUser(message: unknown): message is Fields {
  return isFields(message) && message['role'] === 'user';
}

function readParts(
  reader: GenerationReader,
  parts: readonly unknown[],
  param: string,
): Pick<MessageContent, 'text' | 'images'> {
  const texts: string[] = [];
  const images: ImagePart[] = [];
  for (const [index, part] of parts.entries()) {
    const path = `${param}[${index}]`;
    const type = isFields(part) ? part['type'] : undefined;
    if (isFields(part) && type === 'text' && typeof part['text'] === 'string') {
      texts.push(part['text']);
    } else if (isFields(part) && type === 'image_url') {
      const image = readImagePart(reader, part, path);
      if (image !== undefined) images.push(image);
    } else {
      reader.refuse(
        path,
        `${path} must be {type: "text", text} or {type: "image_url", image_url: {url}}.`,
      );
    }
  }
  return { text: texts.length === 0 ? undefined : texts.join('\n'), images };
}

/** An image part: `{type: "image_url", image_url: {url, role?}}`, or the URL itself in place of the object. */
function readImagePart(
  reader: GenerationReader,
  part: Fields,
  path: string,
): ImagePart | undefined {
  const param = `${path}.image_url`;
  const value = part['image_url'];
  if (typeof value === 'string') return { param, source: value, role: null };
  if (!isFields(value) || typeof value['url'] !== 'string') {
    reader.refuse(param, `${param} must be an object with a url.`, 'reference-invalid');
    return undefined;
  }
  const stated = imageRole.nullish().safeParse(value['role']);
  if (!stated.success) {
    const rule = `must be ${imageRoles.join(', ')}`;
    reader.refuse(`${param}.role`, `${param}.role ${rule}.`, 'reference-invalid');
    return undefined;
  }
  return { param, source: value['url'], role: stated.data ?? null };
}
