/** Parses names and values in turn, the form in which Redis returns a hash. */
export function readPairs(reply: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!isList(reply)) return pairs;
  const texts = reply.map(String);
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.set(texts[at] ?? '', texts[at + 1] ?? '');
  return pairs;
}

/** True when Redis returned a list. */
export function isList(reply: unknown): reply is readonly unknown[] {
  return Array.isArray(reply);
}

/** The list a script returns; anything else is a bug of this code. */
export function readList(reply: unknown, script: string): readonly unknown[] {
  if (isList(reply)) return reply;
  throw new TypeError(`${script} returned no list.`);
}
