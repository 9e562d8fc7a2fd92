import * as z from 'zod';
import type { MockReference } from '../job/mock-job.ts';
import { receivedReference } from './sent-fields.ts';

const linkSchema = z.object({ url: z.string().min(1) });

/** One part of a request to Ark or MiniMax: the text, or a file in a role. */
export const contentPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1) }),
  z.object({
    type: z.literal('image_url'),
    image_url: linkSchema,
    role: z.enum(['first_frame', 'last_frame', 'reference_image']).default('first_frame'),
  }),
  z.object({
    type: z.literal('video_url'),
    video_url: linkSchema,
    role: z.literal('reference_video').default('reference_video'),
  }),
  z.object({
    type: z.literal('audio_url'),
    audio_url: linkSchema,
    role: z.literal('reference_audio').default('reference_audio'),
  }),
]);

export type ContentPart = z.infer<typeof contentPartSchema>;

export function textsOf(parts: readonly ContentPart[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The parts without texts. */
export function mediaOf(parts: readonly ContentPart[]) {
  return parts.flatMap((part) => (part.type === 'text' ? [] : [part]));
}

/** The files of all parts, each with its role. */
export function filesOf(parts: readonly ContentPart[]): readonly MockReference[] {
  return mediaOf(parts).map((part) => {
    switch (part.type) {
      case 'image_url':
        return receivedReference(part.role, part.image_url.url);
      case 'video_url':
        return receivedReference(part.role, part.video_url.url);
      case 'audio_url':
        return receivedReference(part.role, part.audio_url.url);
    }
  });
}

export function isFrame({ role }: MockReference): boolean {
  return role.endsWith('_frame');
}

/** Returns true if files contain both frames and references, which exclude each other. */
export function mixesFrames(files: readonly MockReference[]): boolean {
  return files.some(isFrame) && !files.every(isFrame);
}
