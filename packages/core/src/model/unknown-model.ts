import { hasPlainId, listModels } from './list-models.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily, ModelSurface } from './model-family.ts';
import { parseModelId } from './model-id.ts';
import { nearestModels, type WantedModel } from './nearest-models.ts';

/** Reason why a text names no model: the first wrong part, a sentence for the caller, and up to three valid ids. */
export interface UnknownModel {
  readonly kind: 'unknown';
  readonly part: 'family' | 'duration' | 'aspect' | 'resolution' | 'form';
  readonly message: string;
  readonly nearest: readonly string[];
}

type NumberedPart = 'duration' | 'aspect' | 'resolution';

type Segments = { readonly [P in NumberedPart]?: string };

interface Finding {
  readonly part: UnknownModel['part'];
  readonly problem: string;
  readonly wanted: WantedModel;
}

const quotedLength = 64;
const wildcard = /[*?%]/;
const looksLike: { readonly [P in NumberedPart]: RegExp } = {
  duration: /^[0-9]+s$/,
  aspect: /^[0-9]+x[0-9]+$/,
  resolution: /^[0-9]+[pk]$/,
};

function quote(text: string): string {
  return JSON.stringify(text.length <= quotedLength ? text : `${text.slice(0, quotedLength)}…`);
}

/** Writes `4s, 6s, 8s`, or `4s to 30s` for a long row without gaps. */
function listDurations(durations: readonly number[]): string {
  const first = durations[0] ?? 0;
  const last = durations.at(-1) ?? 0;
  const gapless = last - first === durations.length - 1;
  return gapless && durations.length > 3
    ? `${first}s to ${last}s`
    : durations.map((seconds) => `${seconds}s`).join(', ');
}

function offeredTexts(family: ModelFamily): { readonly [P in NumberedPart]: string } {
  return {
    duration: listDurations(family.durationsSeconds),
    aspect: family.aspectRatios.map((ratio) => ratio.replace(':', 'x')).join(', '),
    resolution: family.resolutions.join(', '),
  };
}

function offers(family: ModelFamily, part: NumberedPart, segment: string): boolean {
  const parsed = parseModelId(`family-${segment}`);
  return {
    duration: family.durationsSeconds.includes(parsed.durationSeconds ?? 0),
    aspect: parsed.aspectRatio !== null && family.aspectRatios.includes(parsed.aspectRatio),
    resolution: parsed.resolution !== null && family.resolutions.includes(parsed.resolution),
  }[part];
}

/** A family as one surface offers it. */
interface Offer {
  readonly family: ModelFamily;
  readonly surface: ModelSurface;
}

function partsOf({ family, surface }: Offer): readonly NumberedPart[] {
  if (hasPlainId(family, surface)) return [];
  return family.durationsSeconds.length === 0
    ? ['aspect', 'resolution']
    : ['duration', 'aspect', 'resolution'];
}

/** Returns the family the text begins with, the longest when several do. */
function familyAtStart(families: readonly ModelFamily[], text: string): ModelFamily | undefined {
  return families
    .filter((family) => text === family.id || text.startsWith(`${family.id}-`))
    .toSorted((one, other) => other.id.length - one.id.length)[0];
}

/** Assigns each segment to the part it names; a part is missing when its position has a later one. */
function assignSegments(
  offer: Offer,
  segments: readonly string[],
): { readonly parts: Segments; readonly left: readonly string[] } {
  const expected = partsOf(offer);
  const parts: { [P in NumberedPart]?: string } = {};
  let at = 0;
  for (const [index, part] of expected.entries()) {
    const segment = segments[at];
    if (segment === undefined) break;
    if (expected.slice(index + 1).some((later) => looksLike[later].test(segment))) continue;
    parts[part] = segment;
    at += 1;
  }
  return { parts, left: segments.slice(at) };
}

function findWithin(offer: Offer, rest: readonly string[]): Finding {
  const { family } = offer;
  const { parts, left } = assignSegments(offer, rest);
  const { duration, aspect, resolution } = parts;
  const wanted = { family: family.id, duration, aspect, resolution };
  for (const part of partsOf(offer)) {
    const segment = parts[part];
    const choice = `${family.id} offers ${offeredTexts(family)[part]}`;
    if (segment === undefined) return { part, problem: `${part} is missing; ${choice}`, wanted };
    if (!offers(family, part, segment)) {
      return { part, problem: `${quote(segment)} is not a valid ${part}; ${choice}`, wanted };
    }
  }
  return { part: 'form', problem: `${quote(`-${left.join('-')}`)} is not expected`, wanted };
}

/** Explains an empty text or one with a wildcard; a family it begins with still shows the intended model. */
function findForm(offer: Offer | undefined, rest: readonly string[], text: string): Finding {
  const parts: Segments = offer === undefined ? {} : assignSegments(offer, rest).parts;
  const { duration, aspect, resolution } = parts;
  const wanted = { family: offer?.family.id ?? text, duration, aspect, resolution };
  const problem = text === '' ? 'the id is empty' : 'wildcards are not supported; use one full id';
  return { part: 'form', problem, wanted };
}

function findFamily(text: string): Finding {
  const parsed = parseModelId(text);
  const wanted = {
    family: parsed.family,
    duration: parsed.durationSeconds === null ? undefined : `${parsed.durationSeconds}s`,
    aspect: parsed.aspectRatio?.replace(':', 'x'),
    resolution: parsed.resolution ?? undefined,
  };
  return { part: 'family', problem: `there is no family ${quote(parsed.family)}`, wanted };
}

function diagnose(families: readonly ModelFamily[], text: string, surface: ModelSurface): Finding {
  const family = familyAtStart(families, text);
  const offer = family === undefined ? undefined : { family, surface };
  const tail = family === undefined ? '' : text.slice(family.id.length + 1);
  const rest = tail === '' ? [] : tail.split('-');
  if (text === '' || wildcard.test(text)) return findForm(offer, rest, text);
  // A word after the family's name means another family; only a digit can be a misspelt part.
  return offer !== undefined && (rest.length === 0 || /^[0-9]/.test(tail))
    ? findWithin(offer, rest)
    : findFamily(text);
}

/** Explains a text that names no model of the surface. Precondition: `resolveModel` found none. */
export function describeUnknownModel(input: {
  readonly catalog: ModelCatalog;
  readonly text: string;
  readonly surface: ModelSurface;
}): UnknownModel {
  const { catalog, surface } = input;
  const families = catalog.families.filter((family) => family.surfaces.includes(surface));
  // Longer than any id: reading the rest would only cost time.
  const { part, problem, wanted } = diagnose(
    families,
    input.text.slice(0, quotedLength * 4),
    surface,
  );
  const nearest = nearestModels(listModels(catalog, surface), wanted);
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  return {
    kind: 'unknown',
    part,
    message: `The model ${quote(input.text)} is not available: ${problem}.${hint}`,
    nearest,
  };
}
