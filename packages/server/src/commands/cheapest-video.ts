import {
  type Account,
  type CostUnit,
  estimateCost,
  type GenerationRequest,
  type ModelCatalog,
  type ModelFamily,
  offeredRequests,
  printModelId,
  type RequestDraft,
  type RouteBook,
} from '@filmgate/core';

/** What is asked for; a provider has no reason to refuse it. */
const prompt = 'A paper boat on a still lake, morning light';

/** Who would make it. */
interface Maker {
  readonly account: Pick<Account, 'provider'> & { readonly families?: readonly string[] };
}

/** A video and what it is expected to cost, in the smallest part of the unit. */
export interface PricedVideo {
  readonly draft: RequestDraft;
  readonly estimate: number;
  readonly unit: CostUnit;
}

/** The cheapest video from a text alone that the account can make at a cost that is known. */
export function cheapestVideo(
  book: RouteBook,
  maker: Maker,
  { families }: ModelCatalog,
): PricedVideo | undefined {
  const videos = families
    .filter(({ mediaType }) => mediaType === 'video')
    .flatMap((family) =>
      requestsOf(family).flatMap((request) => priceOf(book, maker, request) ?? []),
    );
  return videos.toSorted((one, other) => one.estimate - other.estimate)[0];
}

function requestsOf(family: ModelFamily): readonly GenerationRequest[] {
  return offeredRequests(family)
    .filter(({ references }) => references.length === 0)
    .map((request) => ({ ...request, prompt, model: modelIdOf(family, request) }));
}

function modelIdOf({ id, surfaces }: ModelFamily, request: GenerationRequest): string {
  const { durationSeconds, aspectRatio, resolution } = request;
  return surfaces.includes('tasks')
    ? id
    : printModelId({ family: id, durationSeconds, aspectRatio, resolution });
}

/** What a request costs the account by the route it would take; undefined where it takes none, or its cost is not known. */
export function priceOf(
  book: RouteBook,
  { account: { provider, families = ['*'] } }: Maker,
  request: GenerationRequest,
): PricedVideo | undefined {
  const eligibility = book.routesOf({ provider, families }, request);
  const unit = book.chargingAt(provider)?.unit;
  if (eligibility.kind !== 'eligible' || unit === undefined) return undefined;
  const { cost } = eligibility.routes[0].route;
  if (cost === undefined) return undefined;
  if (cost.each === undefined && cost.perSecond?.[request.resolution] === undefined)
    return undefined;
  const estimate = estimateCost({ cost }, { unit, price: 0, request });
  return { draft: { ...request, references: [] }, estimate, unit };
}
