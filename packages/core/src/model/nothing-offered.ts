import type { ModelFamily } from './model-family.ts';

/** A family that offers nothing: a request whose model is in no catalog is read by it. */
export const nothingOffered: ModelFamily = Object.freeze({
  id: 'unknown',
  mediaType: 'video',
  surfaces: Object.freeze([]),
  displayName: '',
  description: '',
  ownedBy: '',
  durationsSeconds: Object.freeze([]),
  aspectRatios: Object.freeze([]),
  resolutions: Object.freeze([]),
  audio: 'none',
  negativePrompt: false,
  references: Object.freeze({
    kinds: Object.freeze([]),
    roles: Object.freeze([]),
    minimum: 0,
    maximum: 0,
  }),
  promptLimit: 0,
  creditsPerSecond: Object.freeze({}),
  routes: Object.freeze([]),
  waitSeconds: 0,
});
