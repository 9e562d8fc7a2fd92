import type { Digest, ModelCatalog } from '@filmgate/core';
import { z } from 'zod';
import { isFields } from '../../mechanics/field-reader.ts';
import { type Decoded, type Generation, refused } from './decoded-generation.ts';
import { draftOf } from './draft.ts';
import { createFieldReader } from './local-field-reader.ts';
import { readMessages } from './message-content.ts';
import { readAudio, readNegativePrompt } from './model-options.ts';
import { readModel } from './read-model.ts';
import { readPrompt } from './read-prompt.ts';
import { readReferences } from './references.ts';

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
