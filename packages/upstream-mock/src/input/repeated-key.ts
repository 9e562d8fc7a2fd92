/**
 * The first key that an object of valid JSON has twice; undefined if there is none. `JSON.parse` keeps the last value
 * without a word.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/gs;
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(token.slice(0, -colon.length)));
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
