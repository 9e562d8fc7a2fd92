/** Values of a pattern's names in a path, without percent-encoding. */
export type PathValues = Readonly<Record<string, string>>;

/** Values of the names in a path; undefined if the path does not match. */
export type PathPattern = (pathname: string) => PathValues | undefined;

const longestPath = 8_192;

/** A pattern as in RFC 6570: `{id}` stands for one segment or a part of one, `{+model}` may contain slashes. */
export function pathPattern(template: string): PathPattern {
  const names: string[] = [];
  const source = template.replace(
    /[.*^$()|[\]\\?]|\{(\+?)(\w+)\}/g,
    (found, plus, name?: string) => {
      if (name === undefined) return `\\${found}`;
      names.push(name);
      return plus === '+' ? '(.+)' : '([^/]+)';
    },
  );
  const form = new RegExp(`^${source}$`);
  return (pathname) => {
    const found = pathname.length > longestPath ? null : form.exec(pathname);
    if (found === null) return undefined;
    const values = found.slice(1).map(decodedSegment);
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  };
}

/** A path segment without its escapes; unchanged if they are invalid. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
