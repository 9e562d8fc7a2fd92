/** Names and values in turn, as Redis answers a hash. */
export function readPairs(answer: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!isList(answer)) return pairs;
  const texts = answer.map(String);
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.set(texts[at] ?? '', texts[at + 1] ?? '');
  return pairs;
}

/** Whether Redis answered a list. */
export function isList(answer: unknown): answer is readonly unknown[] {
  return Array.isArray(answer);
}

/** The list a script answers; anything else is a fault of ours. */
export function readList(answer: unknown, script: string): readonly unknown[] {
  if (isList(answer)) return answer;
  throw new TypeError(`${script} answered without a list.`);
}
