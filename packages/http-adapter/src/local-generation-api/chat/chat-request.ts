import type { Digest, ModelCatalog } from '@filmgate/core';
import { z } from 'zod';
import { judgeOtherNames } from '../../field-names/judge-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../mechanics/field-reader.ts';
import { otherNameRules } from '../other-names.ts';
import { type ChatText, refusalOfOwnRequest } from './title-prompts.ts';
import { type ImagePart, readReferences } from '../references.ts';
import {
  type Decoded,
  draftOf,
  type Generation,
  type LocalFieldReader,
  readAudio,
  readModel,
  readNegativePrompt,
  readPrompt,
  refused,
} from '../request-fields.ts';

/** Roles an image may state [local.chat.image-roles]. */
const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;
const imageRole = z.enum(imageRoles);

/** More than a conversation has. */
const mostMessages = 2000;
/** More text and image parts than a message has. */
const mostContentParts = 256;

const imageUrl = z.union([
  z.looseObject({
    url: z.string().meta({ description: 'An https URL, or a base64 data URL up to 20 MiB.' }),
    role: imageRole
      .nullish()
      .meta({ description: 'Else the order decides: first frame, last frame, references.' }),
  }),
  z.string(),
]);

/** One part of a message's content. */
const contentPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: imageUrl }),
]);

const anyMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPart).max(mostContentParts)]).nullish(),
});

/**
 * Request of a chat generation. The decoder reads field by field with the limits of the
 * model; this object describes the whole.
 */
export const chatBody = z.looseObject({
  model: z.string().meta({ description: 'Full model id; required.' }),
  messages: z
    .array(anyMessage)
    .max(mostMessages)
    .nullish()
    .meta({ description: 'Prompt and images come from the last message of the role `user`.' }),
  prompt: z
    .string()
    .nullish()
    .meta({ description: 'Used when the messages hold no text of a user.' }),
  generate_audio: z
    .boolean()
    .nullish()
    .meta({ description: 'Whether to make sound; refused where the model makes none.' }),
  negative_prompt: z
    .string()
    .nullish()
    .meta({ description: 'Refused where the model takes none.' }),
  stream: z
    .boolean()
    .nullish()
    .meta({ description: 'Server-sent events, all of them after the generation has ended.' }),
});

/** `seconds` and `size` are not read, and said not to be [local.chat.seconds-size-ignored]. */
const chatFields = [...Object.keys(chatBody.shape), 'seconds', 'size'];
const messageFields = ['role', 'content', 'name'];
const imagePlace =
  'is not read; write each picture into the last user message, as {type: "image_url", image_url: {url}}';

/** What the last user message says. */
interface MessageContent {
  readonly fields: Fields;
  /** Where it stands, with a dot at its end. */
  readonly place: string;
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  /** The field the text stands in. */
  readonly param: string;
  /** What messages of the system say as text. */
  readonly system: readonly ChatText[];
  readonly images: readonly ImagePart[];
}

/** The last message of the role `user`; every other message is conversation and asks for nothing [local.chat.prompt-last-user]. */
function readMessages(reader: LocalFieldReader, value: unknown): MessageContent {
  const messages = reader.readList(value, {
    param: 'messages',
    most: mostMessages,
    rule: 'must be an array of messages',
  });
  for (const [index, message] of messages.entries()) checkMessage(reader, message, index);
  const index = messages.findLastIndex(isOfUser);
  const message = messages[index];
  const system = systemTexts(messages);
  const none = { fields: {}, place: '', text: undefined, param: 'messages', images: [], system };
  if (!isFields(message)) return none;
  const place = `messages[${index}].`;
  const param = `${place}content`;
  const { content } = message;
  const empty = { ...none, fields: message, place, param };
  if (content === undefined || content === null) return empty;
  if (typeof content === 'string') return { ...empty, text: content };
  const rule = 'must be text or an array of parts';
  const parts = reader.readList(content, { param, most: mostContentParts, rule });
  return { ...empty, ...readParts(reader, parts, param) };
}

/** A malformed message, or one without a role, may be the one that the caller meant. */
function checkMessage(reader: LocalFieldReader, message: unknown, index: number): void {
  const place = `messages[${index}]`;
  if (!isFields(message)) reader.refuse(place, `${place} must be an object with role and content.`);
  else if (typeof message['role'] !== 'string')
    reader.refuse(`${place}.role`, `${place}.role must be text, as in "user".`);
}

/** A program's own request is told by the user's message, or by the system's that comes with it. */
function refuseOwnRequest(reader: LocalFieldReader, { text, param, system }: MessageContent): void {
  const said = text === undefined ? [] : [{ text, param }];
  const refusal = refusalOfOwnRequest([...said, ...system]);
  if (refusal !== undefined) reader.refuse(refusal.param, refusal.message);
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
  reader: LocalFieldReader,
  parts: readonly unknown[],
  param: string,
): Pick<MessageContent, 'text' | 'images'> {
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
  return { text: texts.length === 0 ? undefined : texts.join('\n'), images };
}

/** An image part: `{type: "image_url", image_url: {url, role?}}`, or the URL itself in place of the object. */
function readImagePart(
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
  const stated = imageRole.nullish().safeParse(value['role']);
  if (!stated.success) {
    const rule = `must be ${imageRoles.join(', ')}`;
    reader.refuse(`${param}.role`, `${param}.role ${rule}.`, 'reference-invalid');
    return undefined;
  }
  return { param, url: value['url'], role: stated.data ?? null };
}

export interface ChatRules {
  readonly catalog: ModelCatalog;
  readonly digest: Digest;
  /** What one data URL may decode to, in bytes. */
  readonly dataUrlBytes: number;
  /** Whether what chat programs ask for themselves is a prompt like any other. */
  readonly takesTitlePrompts: boolean;
}

/** A chat generation. */
export interface ChatGeneration extends Generation {
  /** Whether the response is to be sent as events. */
  readonly stream: boolean;
}

const anyFlag = z.boolean();
const anyText = z.string();

/**
 * Decodes a chat generation: model first, then the fields in their order [local.checks.order].
 * Fields it does not know are ignored, as chat clients send many [local.chat.unknown-ignored], but for those that change what is bought.
 */
export function decodeChatRequest(body: unknown, given: ChatRules): Decoded<ChatGeneration> {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  const read = readModel(body['model'], given.catalog);
  if (read.kind === 'refused') return read;
  const { model } = read;
  const { family } = model;
  const reader: LocalFieldReader = new FieldReader();
  const message = readMessages(reader, body['messages']);
  const fallback = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be text',
  });
  const prompt = readPrompt(reader, [message, { text: fallback, param: 'prompt' }], family);
  if (!given.takesTitlePrompts) refuseOwnRequest(reader, message);
  const generateAudio = readAudio(reader, body, family);
  const negativePrompt = readNegativePrompt(reader, body, family);
  const flag = { param: 'stream', schema: anyFlag, rule: 'must be true or false' };
  const stream = reader.read(body['stream'], flag) ?? false;
  const rules = otherNameRules(model, imagePlace);
  judgeOtherNames(reader, { fields: body, known: chatFields, rules });
  const { fields, place } = message;
  judgeOtherNames(reader, { fields, known: messageFields, rules, place });
  if (reader.failure !== null) return refused(reader.failure);
  const imageRules = { ...given, family };
  const { references, identities } = readReferences(reader, message.images, imageRules);
  if (reader.failure !== null) return refused(reader.failure);
  const stated = { prompt, negativePrompt, generateAudio, references };
  return {
    kind: 'decoded',
    stream,
    draft: draftOf(model, stated),
    content: {
      model: model.model,
      prompt,
      negative_prompt: negativePrompt,
      generate_audio: generateAudio ?? null,
      images: identities,
    },
  };
}
