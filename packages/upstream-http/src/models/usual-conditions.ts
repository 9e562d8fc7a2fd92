import { countOf, type ModelCondition } from './video-model.ts';

/** Conditions of models of several makers. */

/** Frames and other references exclude each other. `words`: the end of the reason, if others than images count. */
export function framesOrReferences(model: string, words = 'reference images'): ModelCondition {
  return {
    parameter: 'references',
    reason: `${model} accepts frames or ${words}, not both.`,
    forbids: ({ references }) => {
      const frames = references.filter(({ role }) => role.endsWith('_frame')).length;
      return frames > 0 && frames < references.length;
    },
  };
}

export function needsFrame(model: string): ModelCondition {
  return {
    parameter: 'references',
    reason: `${model} needs a first frame.`,
    forbids: (request) => countOf(request, 'first_frame') === 0,
  };
}

/** Videos of Gemini Omni and Grok Imagine with reference images are short. */
export const shortWithReferences: ModelCondition = {
  parameter: 'durationSeconds',
  reason: 'Videos with reference images have at most 10 s.',
  forbids: (request) =>
    countOf(request, 'reference_image') > 0 && (request.durationSeconds ?? 0) > 10,
};

/** Veo 3.1 accepts reference images for one shape and one duration. */
export const veoWithReferences: readonly ModelCondition[] = [
  {
    parameter: 'durationSeconds',
    reason: 'Videos with reference images have 8 s.',
    forbids: (request) => countOf(request, 'reference_image') > 0 && request.durationSeconds !== 8,
  },
  {
    parameter: 'aspectRatio',
    reason: 'Videos with reference images are 16:9.',
    forbids: (request) => countOf(request, 'reference_image') > 0 && request.aspectRatio !== '16:9',
  },
];
