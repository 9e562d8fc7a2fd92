/** How a client that lost the response to its submission can find the job. */
export type Lookup = 'list' | 'none';

/** APIs without a list and without a search. */
const blind: ReadonlySet<string> = new Set(['runway', 'google', 'openrouter', 'luma', 'xai']);

export function lookupOf(wire: string): Lookup {
  return blind.has(wire) ? 'none' : 'list';
}
