import { type AspectRatio, aspectRatios } from '../media/aspect-ratio.ts';
import { type Resolution, resolutions } from '../media/resolution.ts';

/** The parts of a model id `<family>[-<duration>s][-<aspect>][-<resolution>]` [local.models.families]. */
export interface ModelId {
  readonly family: string;
  /** Whole seconds, 1..999. */
  readonly durationSeconds: number | null;
  readonly aspectRatio: AspectRatio | null;
  readonly resolution: Resolution | null;
}

const durationForm = /^[1-9][0-9]{0,2}s$/;

function readDuration(segment: string): number | null {
  return durationForm.test(segment) ? Number.parseInt(segment, 10) : null;
}

function readAspect(segment: string): AspectRatio | null {
  return aspectRatios.find((ratio) => ratio.replace(':', 'x') === segment) ?? null;
}

function readResolution(segment: string): Resolution | null {
  return resolutions.find((resolution) => resolution === segment) ?? null;
}

/** Splits off the last segment; the first segment is never read, so that a family remains. */
function takeLast<Value>(
  text: string,
  read: (segment: string) => Value | null,
): { readonly rest: string; readonly value: Value | null } {
  const dash = text.lastIndexOf('-');
  const value = dash > 0 ? read(text.slice(dash + 1)) : null;
  return value === null ? { rest: text, value } : { rest: text.slice(0, dash), value };
}

/**
 * Splits any text into the parts a model id can have. Parts without a canonical spelling stay in `family`, so that
 * printing the result gives the text back. `resolveModel` decides if the model is on offer.
 */
export function parseModelId(text: string): ModelId {
  const resolution = takeLast(text, readResolution);
  const aspect = takeLast(resolution.rest, readAspect);
  const duration = takeLast(aspect.rest, readDuration);
  return {
    family: duration.rest,
    durationSeconds: duration.value,
    aspectRatio: aspect.value,
    resolution: resolution.value,
  };
}

/** Writes a model id. Parsing it gives the same parts again while the family itself ends in no part. */
export function printModelId(id: ModelId): string {
  const parts = [
    id.durationSeconds === null ? '' : `-${id.durationSeconds}s`,
    id.aspectRatio === null ? '' : `-${id.aspectRatio.replace(':', 'x')}`,
    id.resolution === null ? '' : `-${id.resolution}`,
  ];
  return id.family + parts.join('');
}
