import type { GenerationRequest } from '../job/generation-request.ts';
import type { RouteLimits } from '../model/route.ts';

/** The part of a request that is outside a route's limits. */
export interface BeyondLimits {
  /** Field of the request. */
  readonly parameter: string;
  readonly reason: string;
}

/** Returns the first field of a request outside the limits of a route; undefined when all are within. */
export function beyondLimits(
  limits: RouteLimits,
  request: GenerationRequest,
): BeyondLimits | undefined {
  const { durationsSeconds, aspectRatios, resolutions, audio } = limits;
  const { durationSeconds, aspectRatio, resolution, generateAudio, mediaType } = request;
  const found: readonly (BeyondLimits | undefined)[] = [
    durationSeconds === null
      ? undefined
      : outside('durationSeconds', durationSeconds, durationsSeconds),
    outside('aspectRatio', aspectRatio, aspectRatios),
    outside('resolution', resolution, resolutions),
    mediaType === 'video' ? outside('generateAudio', generateAudio, audio) : undefined,
    beyondReferences(limits, request),
  ];
  return found.find((beyond) => beyond !== undefined);
}

function outside<Value extends string | number | boolean>(
  parameter: string,
  value: Value,
  allowed: readonly Value[] | undefined,
): BeyondLimits | undefined {
  if (allowed === undefined || allowed.includes(value)) return undefined;
  return { parameter, reason: `${String(value)} is not one of ${allowed.join(', ')}` };
}

function beyondReferences(
  { references: limits = {} }: RouteLimits,
  { references }: GenerationRequest,
): BeyondLimits | undefined {
  const { kinds, roles, maximum = Infinity } = limits;
  const parameter = 'references';
  if (references.length > maximum)
    return { parameter, reason: `${references.length} exceed the maximum of ${maximum}` };
  for (const { kind, role } of references) {
    const beyond = outside(parameter, kind, kinds) ?? outside(parameter, role, roles);
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}
