import type { OfferedModel } from './list-models.ts';

/** Parts of an id that is not on offer, as written; undefined where the text has none. */
export interface WantedModel {
  readonly family: string;
  readonly duration: string | undefined;
  readonly aspect: string | undefined;
  readonly resolution: string | undefined;
}

const nearestCount = 3;

function numbersIn(text: string | undefined): readonly number[] {
  return (text?.match(/[0-9]{1,9}/g) ?? []).map(Number);
}

/** Returns the distance of two numbered parts; 0 when there is nothing to compare. */
function numberDistance(wanted: string | undefined, offered: string | undefined): number {
  const ours = numbersIn(offered);
  return numbersIn(wanted).reduce(
    (sum, value, index) => sum + Math.abs(value - (ours[index] ?? value)),
    0,
  );
}

/** Counts the characters left without the common beginning and end: few for typing errors. */
function spellingDistance(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return Math.max(one.length, other.length) - head - tail;
}

function offeredParts({
  family,
  durationSeconds,
  aspectRatio,
  resolution,
}: OfferedModel): WantedModel {
  return {
    family: family.id,
    duration: durationSeconds === null ? undefined : `${durationSeconds}s`,
    aspect: aspectRatio?.replace(':', 'x'),
    resolution: resolution ?? undefined,
  };
}

/** Returns the distance of two names; names that share less than half of the longer one are not alike. */
function familyDistance(wanted: string, offered: string): number {
  const apart = spellingDistance(wanted, offered);
  return apart * 2 > Math.max(wanted.length, offered.length) ? Number.MAX_SAFE_INTEGER : apart;
}

/**
 * Returns distances in order of weight: an image where a video was meant, differing parts, another family, then the
 * numbers, then the family's spelling. An unstated part differs from none.
 */
function distances(wanted: WantedModel, offered: WantedModel): readonly number[] {
  const otherFamily = wanted.family === offered.family ? 0 : 1;
  const otherParts = (['duration', 'aspect', 'resolution'] as const).filter(
    (part) => wanted[part] !== undefined && wanted[part] !== offered[part],
  ).length;
  return [
    wanted.duration !== undefined && offered.duration === undefined ? 1 : 0,
    otherFamily + otherParts,
    otherFamily,
    numberDistance(wanted.duration, offered.duration),
    numberDistance(wanted.aspect, offered.aspect),
    numberDistance(wanted.resolution, offered.resolution),
    familyDistance(wanted.family, offered.family),
  ];
}

function compareDistances(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, index) => value !== other[index]);
  return (one[differing] ?? 0) - (other[differing] ?? 0);
}

/** Returns up to three ids nearest to the wanted one [local.models.refusal]; equal ones keep the order of the list. */
export function nearestModels(
  offered: readonly OfferedModel[],
  wanted: WantedModel,
): readonly string[] {
  return offered
    .map((model) => ({ id: model.model, away: distances(wanted, offeredParts(model)) }))
    .toSorted((one, other) => compareDistances(one.away, other.away))
    .slice(0, nearestCount)
    .map(({ id }) => id);
}
