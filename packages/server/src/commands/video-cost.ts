import {
  type Account,
  type CostUnit,
  decimalsOfUnit,
  estimateCost,
  type GenerationRequest,
  type ModelCatalog,
  type ModelFamily,
  offeredRequests,
  printModelId,
  type RequestDraft,
  type Router,
} from '@filmgate/core';

/** Prompt of the video; a provider has no reason to refuse it. */
const prompt = 'A paper boat on a still lake, morning light';

/** Account and route that would make the video. */
interface Maker {
  readonly account: Pick<Account, 'endpoint'> & { readonly families?: readonly string[] };
}

/** A video and its expected cost, in the smallest part of the unit. */
export interface PricedVideo {
  readonly draft: RequestDraft;
  readonly estimate: number;
  readonly unit: CostUnit;
}

/** Finds the cheapest video from text alone that the account can make at a known cost. */
export function cheapestVideo(
  book: Router,
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

/** Cost of a request by the account's route; undefined where no route supports it, or the cost is unknown. */
export function priceOf(
  book: Router,
  { account: { endpoint, families = ['*'] } }: Maker,
  request: GenerationRequest,
): PricedVideo | undefined {
  const eligibility = book.routesOf({ endpoint, families }, request);
  const unit = book.chargingAt(endpoint)?.unit;
  if (eligibility.kind !== 'eligible' || unit === undefined) return undefined;
  const { cost } = eligibility.routes[0].route;
  if (cost === undefined) return undefined;
  if (cost.each === undefined && cost.perSecond?.[request.resolution] === undefined)
    return undefined;
  const estimate = estimateCost({ cost }, { unit, price: 0, request });
  return { draft: { ...request, references: [] }, estimate, unit };
}

/**
 * Parses an amount as people write it, for example `0.50` dollars, into the smallest part of its unit.
 *
 * @throws Error with a sentence for the operator when the text is not an amount
 */
export function readAmount(text: string, unit: CostUnit): number {
  const decimals = decimalsOfUnit[unit];
  const { whole, part = '' } = /^(?<whole>\d+)(?:\.(?<part>\d+))?$/.exec(text)?.groups ?? {};
  const amount = Number(`${whole}${part.padEnd(decimals, '0')}`);
  if (part.length <= decimals && Number.isSafeInteger(amount)) return amount;
  const form = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  throw new Error(`--spend must be ${form} (${unit === 'usd' ? 'dollars' : unit}).`);
}

/** Formats an amount for people. */
export function amountText(amount: number, unit: CostUnit): string {
  const decimals = decimalsOfUnit[unit];
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals);
  if (unit === 'usd') return `$${whole}.${part.replace(/0{1,4}$/, '')}`;
  const shown = part.replace(/0+$/, '');
  return `${whole}${shown === '' ? '' : '.'}${shown} ${unit}`;
}
