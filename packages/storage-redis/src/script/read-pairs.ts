import { isList } from './read-list.ts';

/** Names and values in turn, as Redis answers a hash. */
export function readPairs(answer: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!isList(answer)) return pairs;
  const texts = answer.map(String);
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.set(texts[at] ?? '', texts[at + 1] ?? '');
  return pairs;
}
