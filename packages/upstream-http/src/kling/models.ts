import { countOf, everySecond, type VideoModelFacts } from '../models/video-model.ts';

/** Makes the facts of a model: its name, its document, and how it differs from Kling 3.0. */
function model(name: string, page: string, differs: Partial<VideoModelFacts>): VideoModelFacts {
  return {
    model: name,
    source: `https://kling.ai/document-api/api/video/${page}`,
    read: '2026-11-23',
    durationsSeconds: everySecond(3, 15),
    aspectRatios: ['16:9', '9:16', '1:1'],
    resolutions: ['720p', '1080p', '2160p'],
    audio: 'optional',
    promptLimit: 3_072,
    references: { first_frame: 1, last_frame: 1 },
    mostReferences: 2,
    conditions: [],
    ...differs,
  };
}

/** Kling's models: the name is part of the address. */
export const klingModels: readonly VideoModelFacts[] = [
  model('kling-3.0', '3-0-omni/image-to-video', {}),
  model('kling-3.0-turbo', '3-0-turbo/text-to-video', {
    resolutions: ['720p', '1080p'],
    audio: 'always',
    references: { first_frame: 1 },
    mostReferences: 1,
    conditions: [
      {
        parameter: 'prompt',
        reason: 'Kling 3.0 Turbo accepts prompts of at most 2500 characters beside an image.',
        forbids: ({ references, prompt }) => references.length > 0 && prompt.length > 2_500,
      },
    ],
  }),
  model('kling-3.0-omni', '3-0-omni/video-omni', {
    references: { first_frame: 1, last_frame: 1, reference_image: 7 },
    mostReferences: 7,
  }),
  model('kling-2.6', '2-6/text-to-video', {
    durationsSeconds: [5, 10],
    resolutions: ['720p', '1080p'],
    promptLimit: 2_500,
    conditions: [
      {
        parameter: 'resolution',
        reason: 'Kling 2.6 generates sound at 1080p only.',
        forbids: ({ generateAudio, resolution }) => generateAudio && resolution !== '1080p',
      },
      {
        parameter: 'resolution',
        reason: 'Kling 2.6 accepts a last frame at 1080p only.',
        forbids: (request) => countOf(request, 'last_frame') > 0 && request.resolution !== '1080p',
      },
    ],
  }),
];
