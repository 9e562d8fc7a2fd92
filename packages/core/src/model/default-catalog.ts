import type { AspectRatio } from '../media/aspect-ratio.ts';
import type { Resolution } from '../media/resolution.ts';
import { referenceRoles } from '../media/reference.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ReferenceRules } from './model-family.ts';

const promptLimit = 20_000;
const waitSeconds = 900;
const longWaitSeconds = 1800;

const videoCredits = { '480p': 1, '720p': 2, '1080p': 4 } as const;
const imageCredits = { '1k': 1, '2k': 2 } as const;

const wideAndTall: readonly AspectRatio[] = ['16:9', '9:16'];
const wideTallSquare: readonly AspectRatio[] = ['16:9', '9:16', '1:1'];
const sixShapes: readonly AspectRatio[] = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const small: readonly Resolution[] = ['480p', '720p'];
const large: readonly Resolution[] = ['720p', '1080p'];

const noReferences: ReferenceRules = { kinds: [], roles: [], minimum: 0, maximum: 0 };
const firstFrame: ReferenceRules = {
  kinds: ['image'],
  roles: ['first_frame'],
  minimum: 0,
  maximum: 1,
};
const firstAndLast: ReferenceRules = {
  kinds: ['image'],
  roles: ['first_frame', 'last_frame'],
  minimum: 0,
  maximum: 2,
};
const framesOrReferences: ReferenceRules = {
  kinds: ['image'],
  roles: ['first_frame', 'last_frame', 'reference_image'],
  minimum: 0,
  maximum: 9,
};
const referenceImages = (minimum: number, maximum: number): ReferenceRules => ({
  kinds: ['image'],
  roles: ['reference_image'],
  minimum,
  maximum,
});

/** Returns whole seconds from the first to the last. */
function everySecond(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type Particulars = Pick<
  ModelFamily,
  | 'id'
  | 'displayName'
  | 'description'
  | 'durationsSeconds'
  | 'aspectRatios'
  | 'resolutions'
  | 'references'
> &
  Partial<ModelFamily>;

function localVideo(particulars: Particulars): ModelFamily {
  return {
    mediaType: 'video',
    surfaces: ['local'],
    ownedBy: 'filmgate',
    audio: 'optional',
    negativePrompt: false,
    promptLimit,
    creditsPerSecond: videoCredits,
    routes: [{ endpoint: 'mock', model: particulars.id, rank: 1 }],
    waitSeconds,
    ...particulars,
  };
}

function taskModel(
  particulars: Pick<ModelFamily, 'id' | 'displayName' | 'description'>,
): ModelFamily {
  return {
    ...localVideo({
      ...particulars,
      durationsSeconds: everySecond(5, 15),
      aspectRatios: wideTallSquare,
      resolutions: large,
      references: {
        kinds: ['image', 'video', 'audio'],
        roles: referenceRoles,
        minimum: 0,
        maximum: 9,
      },
    }),
    surfaces: ['tasks'],
  };
}

const familyA = {
  durationsSeconds: [4, 6, 8],
  aspectRatios: wideAndTall,
  resolutions: large,
  references: firstFrame,
  negativePrompt: true,
};
const familyB = { durationsSeconds: [4, 8, 12], aspectRatios: wideAndTall, references: firstFrame };
const familyC20 = {
  durationsSeconds: everySecond(4, 15),
  aspectRatios: sixShapes,
  resolutions: small,
  references: framesOrReferences,
};
const familyE = {
  durationsSeconds: everySecond(3, 15),
  aspectRatios: wideTallSquare,
  resolutions: large,
};

const taskFamilies: readonly ModelFamily[] = [
  taskModel({
    id: 'vm_std-2.0',
    displayName: 'Standard 2.0',
    description: 'Standard video model.',
  }),
  taskModel({
    id: 'vm_std-2.0_faceok',
    displayName: 'Standard 2.0 (faces)',
    description: 'Variant of the standard video model for face content.',
  }),
];

const videoFamilies: readonly ModelFamily[] = [
  localVideo({
    ...familyA,
    id: 'vidA-fast',
    displayName: 'Family A fast',
    description: 'Fast variant of family A.',
  }),
  localVideo({
    ...familyA,
    id: 'vidA',
    displayName: 'Family A',
    description: 'Standard mode of family A.',
  }),
  localVideo({
    ...familyA,
    id: 'vidA-ref',
    displayName: 'Family A references',
    description: 'Reference-image mode of family A.',
    durationsSeconds: [8],
    references: referenceImages(1, 3),
  }),
  localVideo({
    ...familyB,
    id: 'vidB',
    displayName: 'Family B',
    description: 'Family B.',
    resolutions: ['720p'],
  }),
  localVideo({
    ...familyB,
    id: 'vidB-pro',
    displayName: 'Family B pro',
    description: 'Family B with 1080p.',
    resolutions: large,
  }),
  localVideo({
    ...familyC20,
    id: 'vidC-20',
    displayName: 'Family C 2.0',
    description: 'Family C version 2.0, video and media reference.',
  }),
  localVideo({
    ...familyC20,
    id: 'vidC-20-fast',
    displayName: 'Family C 2.0 fast',
    description: 'Fast variant of family C version 2.0.',
  }),
  localVideo({
    ...familyC20,
    id: 'vidC-25',
    displayName: 'Family C 2.5',
    description: 'Family C version 2.5, up to 30 seconds.',
    durationsSeconds: everySecond(4, 30),
    waitSeconds: longWaitSeconds,
  }),
  localVideo({
    id: 'vidD',
    displayName: 'Family D',
    description: 'Family D, silent.',
    durationsSeconds: [6, 10],
    aspectRatios: wideTallSquare,
    resolutions: large,
    audio: 'none',
    references: firstFrame,
  }),
  localVideo({
    ...familyE,
    id: 'vidE-3',
    displayName: 'Family E 3',
    description: 'Family E version 3, first and last frame.',
    references: firstAndLast,
  }),
  localVideo({
    ...familyE,
    id: 'vidE-o3',
    displayName: 'Family E o3',
    description: 'Reference mode of family E.',
    references: referenceImages(0, 7),
  }),
];

const imageFamily: ModelFamily = {
  ...localVideo({
    id: 'imgA',
    displayName: 'Image A',
    description: 'Image family A.',
    durationsSeconds: [],
    aspectRatios: ['1:1', '16:9', '9:16', '4:3', '3:4'],
    resolutions: ['1k', '2k'],
    audio: 'none',
    references: noReferences,
  }),
  mediaType: 'image',
  surfaces: ['tasks', 'local'],
  creditsPerSecond: imageCredits,
};

/** Models on offer unless the operator replaces them by a file [tasks.models.list] [catalog.file]. */
export const defaultCatalog: ModelCatalog = {
  families: [...taskFamilies, ...videoFamilies, imageFamily],
  aliases: { 'std-2.0': 'vm_std-2.0', 'std-2.5': 'vm_std-2.0' },
};
