import type { GenerationRequest } from '../job/generation-request.ts';
import type { ModelCatalog } from '../model/model-catalog.ts';
import type { ModelFamily } from '../model/model-family.ts';
import type { Route } from '../model/route.ts';
import type { UpstreamCapabilities } from '../ports/upstream-capabilities.ts';
import type { Acceptability, UpstreamClient } from '../ports/upstream-client.ts';
import type { Account } from './account.ts';
import { beyondLimits } from './route-limits.ts';

/** The endpoint that makes demo videos: it gets only families that no real endpoint is named for. */
const rehearsalEndpoint = 'mock';

/** A route that can make one request, and the pixels its video really has there; null = nominal ones. */
export interface OpenRoute {
  readonly route: Route;
  readonly size: Extract<Acceptability, { readonly kind: 'accepted' }>['size'];
}

/** The routes by which an account could make a request, first rank first; or the reason why none ever will. */
export type Eligibility =
  | { readonly kind: 'eligible'; readonly routes: readonly [OpenRoute, ...OpenRoute[]] }
  | { readonly kind: 'family-not-served' | 'provider-missing' | 'no-route' }
  | {
      readonly kind: 'request-not-supported';
      /** For an operator: what each route does not accept. */
      readonly detail: string;
      readonly verdicts: readonly RouteRefusal[];
    };

/** The part of a request that a route does not accept, and what it would accept. */
export type RouteRefusal = Extract<Acceptability, { readonly kind: 'not-accepted' }>;

export type RouteClaimant = Pick<Account, 'endpoint' | 'families'>;
export type RouteEndpoint = Pick<UpstreamClient, 'accepts'> &
  Partial<Pick<UpstreamClient, 'capabilities'>>;

/**
 * Knows who could make what: combines an account's families, the catalog's routes with their limits, and what each
 * endpoint says about itself. Choice, admission, capacity, explanations and pinning ask it, so that they never differ.
 */
export interface Router {
  /** Ids of all families on offer, in the order of the catalog. */
  readonly families: readonly string[];
  /** Families on offer that the account could make some video of, in catalog order; empty = it has nothing to do. */
  familiesOf(account: RouteClaimant): readonly string[];
  /** Returns true if the account could make some video of the family. */
  serves(account: RouteClaimant, family: string): boolean;
  /** Returns the provider's models by which it could; empty where it could not. */
  modelsFor(account: RouteClaimant, family: string): readonly string[];
  /** Returns the routes by which the account could make the request. */
  routesOf(account: RouteClaimant, request: GenerationRequest): Eligibility;
  /** Returns the unit in which an endpoint charges, and when; undefined where unknown. */
  chargingAt(endpoint: string): Pick<UpstreamCapabilities, 'unit' | 'charges'> | undefined;
}

export interface RouteOffer {
  readonly catalog: () => ModelCatalog;
}

/** @param offer - its catalog is read at each use, since an operator may replace it */
export function createRouter(
  offer: RouteOffer,
  endpoints: ReadonlyMap<string, RouteEndpoint>,
): Router {
  return new CatalogRouter(offer, endpoints);
}

class CatalogRouter implements Router {
  readonly #offer: RouteOffer;
  readonly #endpoints: ReadonlyMap<string, RouteEndpoint>;
  #listed: { readonly catalog: ModelCatalog; readonly routes: RoutesByFamily };

  constructor(offer: RouteOffer, endpoints: ReadonlyMap<string, RouteEndpoint>) {
    this.#offer = offer;
    this.#endpoints = endpoints;
    const catalog = offer.catalog();
    this.#listed = { catalog, routes: routesOf(catalog) };
  }

  get families(): readonly string[] {
    return this.#offer.catalog().families.map(({ id }) => id);
  }

  familiesOf(account: RouteClaimant): readonly string[] {
    return this.families.filter((family) => this.serves(account, family));
  }

  serves(account: RouteClaimant, family: string): boolean {
    return this.modelsFor(account, family).length > 0;
  }

  modelsFor(account: RouteClaimant, family: string): readonly string[] {
    if (!mayServe(account, family) || !this.#endpoints.has(account.endpoint)) return [];
    return this.#routesAt(account, family).map(({ model }) => model);
  }

  routesOf(account: RouteClaimant, request: GenerationRequest): Eligibility {
    const { family } = request;
    if (!mayServe(account, family)) return { kind: 'family-not-served' };
    const endpoint = this.#endpoints.get(account.endpoint);
    if (endpoint === undefined) return { kind: 'provider-missing' };
    const routes = this.#routesAt(account, family);
    if (routes.length === 0) return { kind: 'no-route' };
    const checked = routes.map((route) => ({ route, verdict: check(endpoint, route, request) }));
    const [first, ...others] = checked.flatMap(({ route, verdict }) =>
      verdict.kind === 'accepted' ? [{ route, size: verdict.size }] : [],
    );
    if (first !== undefined) return { kind: 'eligible', routes: [first, ...others] };
    const refusals = checked.flatMap(({ route, verdict }) =>
      verdict.kind === 'accepted' ? [] : [{ model: route.model, verdict }],
    );
    const detail = refusals
      .map(({ model, verdict }) => `${model}: ${verdict.parameter} ${verdict.reason}`)
      .join('; ');
    const verdicts = refusals.map(({ verdict }) => verdict);
    return { kind: 'request-not-supported', detail, verdicts };
  }

  chargingAt(endpoint: string): Pick<UpstreamCapabilities, 'unit' | 'charges'> | undefined {
    return this.#endpoints.get(endpoint)?.capabilities?.();
  }

  /** Returns the family's routes to the account's endpoint, first rank first. */
  #routesAt({ endpoint }: RouteClaimant, family: string): readonly Route[] {
    const catalog = this.#offer.catalog();
    if (this.#listed.catalog !== catalog) this.#listed = { catalog, routes: routesOf(catalog) };
    const routes = this.#listed.routes.get(family) ?? [];
    return routes.filter((route) => route.endpoint === endpoint);
  }
}

type RoutesByFamily = ReadonlyMap<string, readonly Route[]>;

/** Returns the routes of each family, first rank first. */
function routesOf({ families }: ModelCatalog): RoutesByFamily {
  return new Map(
    families.map((family) => [
      family.id,
      routesInUse(family).toSorted((one, other) => one.rank - other.rank),
    ]),
  );
}

/** Returns the routes of a family: demo routes only if no other endpoint makes it, whatever its accounts claim. */
export function routesInUse({ routes }: Pick<ModelFamily, 'routes'>): readonly Route[] {
  const real = routes.filter(({ endpoint }) => endpoint !== rehearsalEndpoint);
  return real.length > 0 ? real : routes;
}

/** Returns true if the operator lets the account make the family at all. */
export function mayServe({ families }: Pick<Account, 'families'>, family: string): boolean {
  return families.includes('*') || families.includes(family);
}

function check(endpoint: RouteEndpoint, route: Route, request: GenerationRequest): Acceptability {
  const beyond = beyondLimits(route.limits ?? {}, request);
  if (beyond !== undefined) return { kind: 'not-accepted', ...beyond };
  return endpoint.accepts({ route, request });
}
