import type { GenerationRequest } from '../job/generation-request.ts';
import type { Reference, ReferenceRole } from '../media/reference.ts';
import type { ModelFamily } from './model-family.ts';

const image = { kind: 'image', contentType: 'image/png' } as const;
const samples: { readonly [R in ReferenceRole]: Pick<Reference, 'kind' | 'contentType'> } = {
  first_frame: image,
  last_frame: image,
  reference_image: image,
  reference_video: { kind: 'video', contentType: 'video/mp4' },
  reference_audio: { kind: 'audio', contentType: 'audio/mpeg' },
};

function sampleReference(role: ReferenceRole): Reference {
  return { ...samples[role], role, assetId: null, sha256: '0'.repeat(64), size: 1024 };
}

/** Lists ways to use a family's references, each alone: none, the first frame, first and last, some of a role. */
function referenceChoices({ references }: ModelFamily): readonly (readonly ReferenceRole[])[] {
  const { roles, kinds, minimum, maximum } = references;
  const each = roles.flatMap((role): readonly (readonly ReferenceRole[])[] => {
    if (!kinds.includes(sampleReference(role).kind)) return [];
    if (role === 'last_frame') {
      return roles.includes('first_frame') ? [['first_frame', 'last_frame']] : [];
    }
    // A sound needs an image or a video beside it.
    if (role === 'reference_audio' && roles.includes('reference_image') && maximum > 1) {
      return [['reference_image', 'reference_audio']];
    }
    const count = role === 'first_frame' ? 1 : Math.max(1, minimum);
    return [Array.from({ length: count }, () => role)];
  });
  const choices = minimum === 0 ? [[], ...each] : each;
  return choices.filter(({ length }) => length >= minimum && length <= maximum);
}

/** Lists one request for every combination a family offers, of the shortest prompt, with sample references. */
export function offeredRequests(family: ModelFamily): readonly GenerationRequest[] {
  const durations = family.durationsSeconds.length === 0 ? [null] : family.durationsSeconds;
  const sounds = { none: [false], optional: [false, true], always: [true] }[family.audio];
  const choices = referenceChoices(family);
  return durations.flatMap((durationSeconds) =>
    family.aspectRatios.flatMap((aspectRatio) =>
      family.resolutions.flatMap((resolution) =>
        sounds.flatMap((generateAudio) =>
          choices.map((roles) => ({
            model: family.id,
            family: family.id,
            mediaType: family.mediaType,
            prompt: 'x',
            negativePrompt: null,
            durationSeconds,
            aspectRatio,
            aspectSource: 'explicit' as const,
            resolution,
            generateAudio,
            references: roles.map(sampleReference),
          })),
        ),
      ),
    ),
  );
}
