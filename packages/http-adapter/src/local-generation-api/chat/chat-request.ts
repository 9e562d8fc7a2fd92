import type { Digest, ModelCatalog, OfferedModel } from '@filmgate/core';
import { z } from 'zod';
import { judgeOtherNames } from '../../field-names/judge-other-names.ts';
import { FieldReader, type Fields, isFields } from '../../mechanics/field-reader.ts';
import { otherNameRules } from '../other-names.ts';
import { anyMessage, type MessageContent, mostMessages, readMessages } from './chat-messages.ts';
import { refusalOfOwnRequest } from './title-prompts.ts';
import { readReferences } from '../references.ts';
import {
  type Decoded,
  type Generation,
  type LocalFieldReader,
  offerOf,
  readAudio,
  readModel,
  readNegativePrompt,
  readPrompt,
  refused,
  refusedUnread,
} from '../request-fields.ts';

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
  judgeNames(reader, { body, message, model });
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

/** A program's own request is told by the user's message, or by the system's that comes with it. */
function refuseOwnRequest(reader: LocalFieldReader, { text, param, system }: MessageContent): void {
  const said = text === undefined ? [] : [{ text, param }];
  const refusal = refusalOfOwnRequest([...said, ...system]);
  if (refusal !== undefined) reader.refuse(refusal.param, refusal.message);
}

/** Refuses what was not read and changes what is bought, of the body and of the message that asks for it. */
function judgeNames(
  reader: LocalFieldReader,
  {
    body,
    message: { fields, place },
    model,
  }: { readonly body: Fields; readonly message: MessageContent; readonly model: OfferedModel },
): void {
  const rules = otherNameRules(model, imagePlace);
  judgeOtherNames(reader, { fields: body, known: chatFields, rules });
  judgeOtherNames(reader, { fields, known: messageFields, rules, place });
}
