import type { Digest, ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { checkOtherNames } from '../../field-names/check-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../http/field-reader.ts';
import { otherNameRules } from '../../generations/other-names.ts';
import { anyMessage, type MessageContent, mostMessages, readMessages } from './chat-messages.ts';
import { refusalOfOwnRequest } from './title-prompts.ts';
import { readReferences } from '../../generations/references.ts';
import {
  type Decoded,
  type Generation,
  type GenerationReader,
  offerOf,
  readAudio,
  readModel,
  readNegativePrompt,
  readPrompt,
  refused,
  refusedUnread,
} from '../../generations/request-fields.ts';

/** Request of a chat generation as a whole; the decoder reads field by field with the limits of the model. */
export const chatBody = z.looseObject({
  model: z.string().meta({ description: 'Full model ID; required.' }),
  messages: z
    .array(anyMessage)
    .max(mostMessages)
    .nullish()
    .meta({ description: 'Prompt and images come from the last message of the role `user`.' }),
  prompt: z.string().nullish().meta({ description: 'Used if the messages contain no user text.' }),
  generate_audio: z
    .boolean()
    .nullish()
    .meta({ description: 'Sound; rejected if the model cannot generate sound.' }),
  negative_prompt: z
    .string()
    .nullish()
    .meta({ description: 'Rejected if the model does not support it.' }),
  stream: z.boolean().nullish().meta({
    description: 'Response as server-sent events, all sent after the generation has ended.',
  }),
});

/** `seconds` and `size` are ignored, and documented as ignored [local.chat.seconds-size-ignored]. */
const chatFields = [...Object.keys(chatBody.shape), 'seconds', 'size'];
const messageFields = ['role', 'content', 'name'];
const imagePath =
  'is not supported; put each image into the last user message, as {type: "image_url", image_url: {url}}';

export interface ChatRules {
  readonly catalog: ModelCatalog;
  readonly digest: Digest;
  /** Maximum decoded size of one data URL, in bytes. */
  readonly dataUrlBytes: number;
  /** True if requests that chat programs make for themselves are prompts like any other. */
  readonly takesTitlePrompts: boolean;
}

export interface ChatGeneration extends Generation {
  /** True to send the response as events. */
  readonly stream: boolean;
}

const anyFlag = z.boolean();
const anyText = z.string();

/**
 * Decodes a chat generation: model first, then the fields in their order [local.checks.order]. Unknown fields are
 * ignored, because chat clients send many [local.chat.unknown-ignored], except those that change what is bought.
 */
export function decodeChatRequest(body: unknown, given: ChatRules): Decoded<ChatGeneration> {
  if (!isFields(body))
    return refused({ kind: 'payload-invalid', message: 'The body must be a JSON object.' });
  const read = readModel(body['model'], given.catalog, 'local');
  if (read.kind === 'refused') return read;
  const { model } = read;
  const { family } = model;
  const reader: GenerationReader = new FieldReader();
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
  checkNames(reader, { body, message, model });
  const unread = refusedUnread(read, reader);
  if (unread !== undefined) return unread;
  const { references, identities } = readReferences(reader, message.images, { ...given, family });
  const unreadImage = refusedUnread(read, reader);
  if (unreadImage !== undefined) return unreadImage;
  const stated = { prompt, negativePrompt, generateAudio, references };
  return {
    kind: 'decoded',
    stream,
    offer: offerOf(read, reader, stated),
    content: {
      model: read.name,
      prompt,
      negative_prompt: negativePrompt,
      generate_audio: generateAudio ?? null,
      images: identities,
    },
  };
}

/** A program's own request is recognised by the user's message, or by the system message that comes with it. */
function refuseOwnRequest(reader: GenerationReader, { text, param, system }: MessageContent): void {
  const said = text === undefined ? [] : [{ text, param }];
  const refusal = refusalOfOwnRequest([...said, ...system]);
  if (refusal !== undefined) reader.refuse(refusal.param, refusal.message);
}

/** Refuses unread fields that change what is bought, of the body and of the message that requests it. */
function checkNames(
  reader: GenerationReader,
  {
    body,
    message: { fields, path },
    model,
  }: { readonly body: Fields; readonly message: MessageContent; readonly model: OfferedModel },
): void {
  const rules = otherNameRules(model, imagePath);
  checkOtherNames(reader, { fields: body, known: chatFields, rules });
  checkOtherNames(reader, { fields, known: messageFields, rules, path });
}
