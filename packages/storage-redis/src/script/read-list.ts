/** Names and values in turn, as Redis answers a hash. */
export function readPairs(reply: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!isList(reply)) return pairs;
  const texts = reply.map(String);
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.set(texts[at] ?? '', texts[at + 1] ?? '');
  return pairs;
}

/** Whether Redis answered a list. */
export function isList(reply: unknown): reply is readonly unknown[] {
  return Array.isArray(reply);
}

/** The list a script answers; anything else is a fault of ours. */
export function readList(reply: unknown, script: string): readonly unknown[] {
  if (isList(reply)) return reply;
  throw new TypeError(`${script} returned no list.`);
}
