import {
  type Acceptability,
  beyondLimits,
  type GenerationRequest,
  type ModelFamily,
  offeredRequests,
  type Route,
  routesInUse,
} from '@filmgate/core';
import { withNearest } from '../settings/nearest-names.ts';
import { type DescribedEndpoint, mockEndpoint, type Endpoints } from '../providers/endpoints.ts';

/** Outcome of one route for one combination that its family offers. */
export interface RouteOutcome {
  readonly route: Route;
  readonly acceptability: Acceptability;
}

/** A combination, with the outcome of each route of its family. */
export interface TableRow {
  readonly request: GenerationRequest;
  readonly outcomes: readonly RouteOutcome[];
}

/** A problem with a family's routes, at a part of the family. */
export interface RouteProblem {
  readonly family: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const accepted: Acceptability = { kind: 'accepted', size: null };

/** A field of a request, by the field of the family that offers it. */
const familyFields: ReadonlyMap<string, string> = new Map([
  ['durationSeconds', 'durationsSeconds'],
  ['aspectRatio', 'aspectRatios'],
  ['resolution', 'resolutions'],
  ['generateAudio', 'audio'],
  ['references', 'references'],
]);

type Descriptions = ReadonlyMap<string, DescribedEndpoint>;

/** Describes the endpoints of a family's routes, except the mock; routes to unknown endpoints are left out. */
export async function describeRoutes(
  family: ModelFamily,
  endpoints: Endpoints,
): Promise<Descriptions> {
  const ids = new Set(family.routes.map(({ endpoint }) => endpoint));
  const known = [...ids].filter((id) => endpoints.protocolOf(id) !== undefined);
  return new Map(
    await Promise.all(known.map(async (id) => [id, await endpoints.describe(id)] as const)),
  );
}

/** Returns each combination that a family offers, with the outcomes of its routes. The mock makes all combinations. */
export function routeTable(family: ModelFamily, described: Descriptions): readonly TableRow[] {
  const routes = routesInUse(family);
  return offeredRequests(family).map((request) => ({
    request,
    outcomes: routes.map((route) => ({ route, acceptability: ask(route, request, described) })),
  }));
}

function ask(route: Route, request: GenerationRequest, described: Descriptions): Acceptability {
  const beyond = beyondLimits(route.limits ?? {}, request);
  if (beyond !== undefined) return { kind: 'not-accepted', ...beyond };
  return described.get(route.endpoint)?.description.accepts(route, request) ?? accepted;
}

/** Finds unknown endpoints, constants that collide, and combinations that no route supports. */
export async function routeProblems(
  family: ModelFamily,
  endpoints: Endpoints,
): Promise<readonly RouteProblem[]> {
  if (family.routes.every(({ endpoint }) => endpoint === mockEndpoint)) return [];
  const described = await describeRoutes(family, endpoints);
  const unknown = family.routes.flatMap((route, index) =>
    endpointProblem(route, endpoints).map((message) => ({
      family: family.id,
      path: ['routes', index, 'endpoint'],
      message,
    })),
  );
  if (unknown.length > 0) return unknown;
  return [...collisions(family, described), ...gaps(family, routeTable(family, described))];
}

function endpointProblem({ endpoint }: Route, endpoints: Endpoints): readonly string[] {
  const known = [mockEndpoint, ...endpoints.ids()];
  if (known.includes(endpoint)) return [];
  return [withNearest(`must be one of ${known.join(', ')}`, endpoint, known)];
}

function collisions(family: ModelFamily, described: Descriptions): readonly RouteProblem[] {
  return family.routes.flatMap(({ endpoint, fixed = {} }, index) => {
    const writes = described.get(endpoint)?.description.writes ?? [];
    return Object.keys(fixed)
      .filter((name) => writes.some((written) => touches(name, written)))
      .map((name) => ({
        family: family.id,
        path: ['routes', index, 'fixed', name],
        message: 'is a field that Filmgate sets',
      }));
  });
}

/** A dot addresses a member of an object: `settings` and `settings.seed` touch the same field. */
function touches(name: string, written: string): boolean {
  return name === written || name.startsWith(`${written}.`) || written.startsWith(`${name}.`);
}

/** Returns one problem for each field at fault, with its first combination and the number of combinations. */
function gaps(family: ModelFamily, table: readonly TableRow[]): readonly RouteProblem[] {
  const untaken = table.filter(({ outcomes }) =>
    outcomes.every(({ acceptability }) => acceptability.kind === 'not-accepted'),
  );
  const byField = Map.groupBy(untaken, ({ outcomes }) => fieldAtFault(outcomes));
  return [...byField].map(([field, rows]) => ({
    family: family.id,
    path: [field],
    message: sentenceOf(rows),
  }));
}

function fieldAtFault([first]: readonly RouteOutcome[]): string {
  const parameter =
    first?.acceptability.kind === 'not-accepted' ? first.acceptability.parameter : '';
  return familyFields.get(parameter) ?? 'routes';
}

function sentenceOf([first, ...others]: readonly TableRow[]): string {
  if (first === undefined) return '';
  const reasons = first.outcomes.flatMap(({ route, acceptability }) =>
    acceptability.kind === 'accepted' ? [] : [`${route.endpoint}: ${acceptability.reason}`],
  );
  const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
  return `no route accepts ${combinationText(first.request)}${more}. ${reasons.join(' ')}`;
}

/** Formats a combination: `5 s 16:9 720p with sound from first_frame`. */
export function combinationText(request: GenerationRequest): string {
  const { durationSeconds, aspectRatio, resolution, generateAudio, references } = request;
  return [
    ...(durationSeconds === null ? [] : [`${durationSeconds} s`]),
    aspectRatio,
    resolution,
    ...(generateAudio ? ['with sound'] : []),
    ...(references.length === 0 ? [] : [`from ${references.map(({ role }) => role).join(' + ')}`]),
  ].join(' ');
}
