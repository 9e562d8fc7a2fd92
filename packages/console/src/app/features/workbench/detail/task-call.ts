import type { ModelFamily, WorkbenchRequest } from '../../../api/responses.ts';
import { imageNames } from '../image-names.ts';
import type { CodeValue } from './spell-code.ts';

/** A call of the Video Task API, repeatable with its idempotency key. */
export interface TaskCall {
  readonly body: { readonly [field: string]: CodeValue };
  /** Fields whose values differ from the video's, because that API offers other values; empty means none. */
  readonly differs: readonly string[];
}

/** The call that makes the same video or the closest one; null without a model on that API. */
export function taskCallFor(
  request: WorkbenchRequest,
  families: readonly ModelFamily[],
): TaskCall | null {
  const makers = families.filter(
    ({ surfaces, media_type: media }) => media === 'video' && surfaces.includes('tasks'),
  );
  const own = makers.find(({ ids }) => ids.includes(request.model));
  const [maker = own] = own === undefined ? makers : [own];
  if (maker === undefined) return null;
  const asked = {
    seconds: request.duration,
    resolution: request.resolution,
    aspect_ratio: request.aspect_ratio,
    generate_audio: request.generate_audio,
  };
  const offered = {
    seconds: nearestTo(asked.seconds, maker.durations),
    resolution: sameOrFirst(asked.resolution, maker.resolutions),
    aspect_ratio: sameOrFirst(asked.aspect_ratio, maker.aspect_ratios),
    generate_audio: maker.audio === 'optional' ? asked.generate_audio : maker.audio === 'always',
  };
  const images = imagesFor(request, maker);
  const fields = ['seconds', 'resolution', 'aspect_ratio', 'generate_audio'] as const;
  return {
    body: {
      model: maker.family,
      prompt: request.prompt,
      ...offered,
      ...(images.length > 0 && { images }),
    },
    differs: [
      ...(own === undefined ? ['model'] : []),
      ...fields.filter((field) => asked[field] !== offered[field]),
      ...(images.length < request.reference_images.length ? ['images'] : []),
      ...(request.negative_prompt === null ? [] : ['negative_prompt']),
    ],
  };
}

/** Videos have a duration on both surfaces. */
function nearestTo(seconds: number | null, offered: readonly number[]): number {
  const wanted = seconds ?? 0;
  const away = (one: number): number => Math.abs(one - wanted);
  return offered.toSorted((one, other) => away(one) - away(other))[0] ?? wanted;
}

const sameOrFirst = (value: string, offered: readonly string[]): string =>
  offered.includes(value) ? value : (offered[0] ?? value);

/** The images that the model accepts. */
function imagesFor(
  { reference_images: images }: WorkbenchRequest,
  { references: { roles, max } }: ModelFamily,
): readonly CodeValue[] {
  const names = imageNames(images);
  return images
    .map(({ role, content_type: contentType }, index) => ({
      role,
      url: { kind: 'image-file', name: names[index] ?? '', contentType } as const,
    }))
    .filter(({ role }) => roles.includes(role))
    .slice(0, max);
}
