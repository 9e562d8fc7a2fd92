const kind = 'redis ';

/** How the note of a store that was moved names where it went. */
export function targetName(prefix: string): string {
  return `${kind}${prefix}`;
}

/** The prefix in such a name; undefined when it names no store on Redis. */
export function prefixNamed(name: string): string | undefined {
  return name.startsWith(kind) ? name.slice(kind.length) : undefined;
}
