import type { Digest, ModelCatalog } from '@filmgate/core';
import { z } from 'zod';
import { type Fields, isFields } from '../../mechanics/field-reader.ts';
import { mostContentParts, mostMessages } from './chat-body.ts';
import { type Decoded, draftOf, type Generation, refused } from '../decoded-generation.ts';
import {
  createFieldReader,
  type LocalFieldReader,
  readAudio,
  readModel,
  readNegativePrompt,
  readPrompt,
} from '../request-fields.ts';
import { type ImagePart, readImagePart, readReferences } from '../references.ts';

/** What the last user message says. */
interface MessageContent {
  /** The text parts joined by newlines; undefined without any. */
  readonly text: string | undefined;
  /** The field the text stands in. */
  readonly param: string;
  readonly images: readonly ImagePart[];
}

/** The last message of the role `user`; every other message is conversation and asks for nothing [local.chat.prompt-last-user]. */
function readMessages(reader: LocalFieldReader, value: unknown): MessageContent {
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

export interface ChatRules {
  readonly catalog: ModelCatalog;
  readonly digest: Digest;
  /** What one data URL may decode to, in bytes. */
  readonly dataUrlBytes: number;
}

/** A chat generation. */
export interface ChatGeneration extends Generation {
  /** Whether the answer is to be sent as events. */
  readonly stream: boolean;
}

const anyFlag = z.boolean();
const anyText = z.string();

/**
 * Decodes a chat generation: model first, then the fields in their order [local.checks.order].
 * Fields it does not know are ignored, as chat clients send many [local.chat.unknown-ignored].
 */
export function decodeChatRequest(body: unknown, rules: ChatRules): Decoded<ChatGeneration> {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  const read = readModel(body['model'], rules.catalog);
  if (read.kind === 'refused') return read;
  const { model } = read;
  const { family } = model;
  const reader = createFieldReader();
  const message = readMessages(reader, body['messages']);
  const fallback = reader.read(body['prompt'], {
    param: 'prompt',
    schema: anyText,
    rule: 'must be text',
  });
  const prompt = readPrompt(reader, [message, { text: fallback, param: 'prompt' }], family);
  const generateAudio = readAudio(reader, body, family);
  const negativePrompt = readNegativePrompt(reader, body, family);
  const flag = { param: 'stream', schema: anyFlag, rule: 'must be true or false' };
  const stream = reader.read(body['stream'], flag) ?? false;
  if (reader.failure !== null) return refused(reader.failure);
  const { references, identities } = readReferences(reader, message.images, { ...rules, family });
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
