/** Returns a derived value, derived again only when its source is another object or value than last time. */
export function deriveOnChange<Source, Derived>(
  read: () => Source,
  derive: (source: Source) => Derived,
): () => Derived {
  let last: { readonly source: Source; readonly derived: Derived } | undefined;
  return () => {
    const source = read();
    if (last === undefined || !Object.is(last.source, source)) {
      last = { source, derived: derive(source) };
    }
    return last.derived;
  };
}
