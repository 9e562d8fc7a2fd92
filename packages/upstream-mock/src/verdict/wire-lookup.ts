import { knownFacts, type Lookup } from '@filmgate/provider-facts';

/** How a client that lost the response to its submission over this API can find the job; unknown APIs have a list. */
export function lookupOf(wire: string): Lookup {
  return knownFacts.find(({ provider }) => provider === wire)?.lookup ?? 'list';
}
