import type { GenerationRequest } from '../job/generation-request.ts';
import type { Acceptability } from '../ports/upstream-client.ts';
import type { Route, RouteLimits } from './route.ts';

type Refusal = Extract<Acceptability, { readonly kind: 'not-accepted' }>;

/** What a route's own limits exclude of a request: the field and a sentence; undefined when they exclude nothing. */
export function beyondLimits(
  { limits }: Pick<Route, 'limits'>,
  request: GenerationRequest,
): Refusal | undefined {
  if (limits === undefined) return undefined;
  const { durationSeconds, aspectRatio, resolution, generateAudio } = request;
  const { durationsSeconds, aspectRatios, resolutions, audio } = limits;
  if (durationSeconds !== null && durationsSeconds?.includes(durationSeconds) === false)
    return refusal('durationSeconds', `takes ${durationsSeconds.join(', ')} s`);
  if (aspectRatios?.includes(aspectRatio) === false)
    return refusal('aspectRatio', `takes ${aspectRatios.join(', ')}`);
  if (resolutions?.includes(resolution) === false)
    return refusal('resolution', `takes ${resolutions.join(', ')}`);
  if (audio?.includes(generateAudio) === false)
    return refusal('generateAudio', generateAudio ? 'makes no sound' : 'always makes sound');
  return beyondReferences(limits, request);
}

function beyondReferences(
  { references: limits }: RouteLimits,
  { references }: GenerationRequest,
): Refusal | undefined {
  if (limits === undefined) return undefined;
  const { kinds, roles, maximum } = limits;
  if (maximum !== undefined && references.length > maximum)
    return refusal('references', `takes ${maximum} references at most`);
  const foreign = references.find(
    ({ kind, role }) => kinds?.includes(kind) === false || roles?.includes(role) === false,
  );
  return foreign === undefined ? undefined : refusal('references', `takes no ${foreign.role}`);
}

function refusal(parameter: string, what: string): Refusal {
  return { kind: 'not-accepted', parameter, reason: `The route ${what}.` };
}
