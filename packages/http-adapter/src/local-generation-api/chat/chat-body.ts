import { z } from 'zod';

/** Roles an image may state [local.chat.image-roles]. */
export const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;

/** More than a conversation has. */
export const mostMessages = 2000;
/** More text and image parts than a message has. */
export const mostContentParts = 256;

const imageUrl = z.union([
  z.looseObject({
    url: z.string().meta({ description: 'An https URL, or a base64 data URL up to 20 MiB.' }),
    role: z
      .enum(imageRoles)
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

const message = z.looseObject({
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
    .array(message)
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
