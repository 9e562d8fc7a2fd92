import { type Allowance, type AllowanceLimits, createAllowance } from './allowance.ts';
import { RefusedRequest } from './refused-request.ts';

/** What callers without a credential may take of requests and bytes: all of them a quarter, one block of addresses a sixteenth. */
const unknownShare = { inAll: 4, each: 16 };
/** What downloads without a credential, by signed links, leave of all downloads to those with one: a quarter. */
const keptForCredentials = 4;

/**
 * Bytes of each body that are not counted: the number of requests bounds them, and no other body can take their room
 * [flow.bytes.small].
 */
export const shortBodyBytes = 16 * 1024;

/** One thing of which callers may have so much out at once. */
export interface Cost {
  readonly allowance: Allowance;
  /** What is counted, for its refusal. */
  readonly things: string;
}

/** What the requests of some callers cost. */
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
 * The refusal of a request for which there is no room.
 *
 * @param whose - what is used up: the caller's own share, or what all share
 * @param wasSlowest - whether it had its place and lost it to others
 */
export function noRoom(
  { allowance: { limits }, things }: Cost,
  whose: 'own' | 'all',
  { wasSlowest }: { readonly wasSlowest: boolean },
): RefusedRequest {
  const slowest = 'and the body of this request came slowest';
  switch (whose) {
    case 'own': {
      const advice = wasSlowest ? `, ${slowest}.` : '; wait for an answer first.';
      return new RefusedRequest(
        'too-many-requests',
        `One caller may have ${limits.each} ${things} open at once${advice}`,
      );
    }
    case 'all': {
      const advice = wasSlowest ? `, ${slowest}.` : '; try again soon.';
      return new RefusedRequest(
        'overloaded',
        `The server takes no more than ${limits.inAll} ${things} at once${advice}`,
      );
    }
  }
}
