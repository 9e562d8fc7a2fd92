import type { GenerationRequest } from '../job/generation-request.ts';
import type { RouteLimits } from '../model/route.ts';

/** What of a request a route's limits leave out. */
export interface BeyondLimits {
  /** The field of the request. */
  readonly parameter: string;
  readonly reason: string;
}

/** The first field of a request that the limits of a route do not take; undefined when they take it all. */
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
