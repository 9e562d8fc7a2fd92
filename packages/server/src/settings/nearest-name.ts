function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The known name that shares most of its beginning and end with a mistyped one. */
export function nearestName(mistyped: string, known: readonly string[]): string | undefined {
  const scored = known.map((name) => ({
    name,
    score: sharedStart(mistyped, name) + sharedStart(reversed(mistyped), reversed(name)) - Math.abs(mistyped.length - name.length),
  }));
  return scored.sort((a, b) => b.score - a.score)[0]?.name;
}
