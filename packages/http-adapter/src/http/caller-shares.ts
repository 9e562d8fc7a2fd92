import { type Allowance, type AllowanceLimits, createAllowance } from './allowance.ts';
import { RefusedRequest } from './refused-request.ts';

/** Divisors for requests and bytes without a credential: a quarter for all, a sixteenth for one block of addresses. */
const unknownShare = { inAll: 4, each: 16 };
/** A quarter of all downloads is reserved for callers with a credential; signed links share the rest. */
const keptForCredentials = 4;

/**
 * Uncounted bytes of each body: the number of requests limits them, and they use no other's share [flow.bytes.small].
 */
export const shortBodyBytes = 16 * 1024;

/** One limited amount a request takes. */
export interface Cost {
  readonly allowance: Allowance;
  /** The name of the counted things, for the refusal. */
  readonly things: string;
}

/** Costs of the requests of one kind of caller. */
export interface Shares {
  readonly bodyBytes: Cost;
  readonly openRequests: Cost;
  /** A download takes one of each. */
  readonly openFiles: readonly Cost[];
}

/** The shares of callers whose credential was accepted, and of all others. */
export interface SharesOfCallers {
  readonly known: Shares;
  readonly unknown: Shares;
}

export function createShares(limits: {
  readonly bodyBytes: AllowanceLimits;
  readonly openRequests: AllowanceLimits;
  readonly openFiles: AllowanceLimits;
}): SharesOfCallers {
  const { openFiles } = limits;
  const download = cost('downloads', openFiles);
  const linked = cost('downloads by signed links', {
    each: openFiles.each,
    inAll: Math.ceil(openFiles.inAll * (1 - 1 / keptForCredentials)),
  });
  return {
    known: {
      bodyBytes: cost('bytes of request bodies', limits.bodyBytes),
      openRequests: cost('requests', limits.openRequests),
      openFiles: [download],
    },
    unknown: {
      bodyBytes: cost('bytes of request bodies', shareOfUnknown(limits.bodyBytes)),
      openRequests: cost('requests', shareOfUnknown(limits.openRequests)),
      openFiles: [linked, download],
    },
  };
}

function cost(things: string, limits: AllowanceLimits): Cost {
  return { allowance: createAllowance(limits), things };
}

function shareOfUnknown({ inAll }: AllowanceLimits): AllowanceLimits {
  return {
    each: Math.ceil(inAll / unknownShare.each),
    inAll: Math.ceil(inAll / unknownShare.inAll),
  };
}

/**
 * Returns the refusal of a request for which no share is left.
 *
 * @param whose - the share that is used up: the caller's, or the common one
 * @param wasSlowest - whether the request was admitted and then removed to make room for others
 */
export function noRoom(
  { allowance: { limits }, things }: Cost,
  whose: 'own' | 'all',
  { wasSlowest }: { readonly wasSlowest: boolean },
): RefusedRequest {
  const slowest = 'and the body of this request was the slowest';
  switch (whose) {
    case 'own': {
      const advice = wasSlowest ? `, ${slowest}.` : '; wait for a response first.';
      return new RefusedRequest(
        'too-many-requests',
        `The limit per caller is ${limits.each} ${things} at a time${advice}`,
      );
    }
    case 'all': {
      const advice = wasSlowest ? `, ${slowest}.` : '; try again soon.';
      return new RefusedRequest(
        'overloaded',
        `The limit of the server is ${limits.inAll} ${things} at a time${advice}`,
      );
    }
  }
}
