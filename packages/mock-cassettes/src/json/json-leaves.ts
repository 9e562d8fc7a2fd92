/** Undefined if the text is not JSON. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Fields of an object, items of a list; empty for anything else. */
export function fieldsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

export function fieldOf(value: unknown, name: string): unknown {
  return new Map(fieldsOf(value)).get(name);
}

/** Values of a JSON text that have no fields, by their path such as `input.images.0`; none for any other text. */
export function leavesOf(text: string): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const rest: [path: string, value: unknown][] = [['', jsonIn(text)?.value]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [path, value] = next;
    const fields = fieldsOf(value);
    if (fields.length === 0 && path !== '')
      leaves.set(path, typeof value === 'string' ? value : JSON.stringify(value));
    for (const [name, inner] of fields.toReversed())
      rest.push([path === '' ? name : `${path}.${name}`, inner]);
  }
  return leaves;
}
