import type { Allowance, AllowanceLimits } from './allowance.ts';
import { RefusedRequest } from './refused-request.ts';

/** What callers without a credential may take of everything: all of them a quarter, one block of addresses a sixteenth. */
const unknownShare = { inAll: 4, each: 16 };
/** What callers may have out at once: each its own share, and all together. */
export interface Shares {
  readonly bodyBytes: Allowance;
  readonly openRequests: Allowance;
  readonly openFiles: Allowance;
}

export const usualCosts = ['openRequests'] as const;
export const fileCosts = ['openRequests', 'openFiles'] as const;

/** What is counted of each cost, for its refusal. */
const things: { readonly [C in keyof Shares]: string } = {
  bodyBytes: 'bytes of request bodies',
  openRequests: 'requests',
  openFiles: 'downloads',
};

export function take(
  shares: Shares,
  { cost, name, amount }: { readonly cost: keyof Shares; readonly name: string; amount: number },
): RefusedRequest | undefined {
  const { limits } = shares[cost];
  switch (shares[cost].take(name, amount)) {
    case 'taken':
      return undefined;
    case 'own':
      return new RefusedRequest(
        'too-many-requests',
        `One caller may have ${limits.each} ${things[cost]} open at once; wait for an answer first.`,
      );
    case 'all':
      return new RefusedRequest(
        'overloaded',
        `The server takes no more than ${limits.inAll} ${things[cost]} at once; try again soon.`,
      );
  }
}

export function shareOfUnknown({ inAll }: AllowanceLimits): AllowanceLimits {
  return {
    each: Math.ceil(inAll / unknownShare.each),
    inAll: Math.ceil(inAll / unknownShare.inAll),
  };
}
