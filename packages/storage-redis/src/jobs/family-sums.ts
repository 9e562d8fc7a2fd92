/** Sums kept under a prefix in the hash of the families (`credits:<family>`, `jobs:<family>`), by family. */
export function familySums(
  prefix: 'credits:' | 'jobs:',
  fields: ReadonlyMap<string, string>,
): { readonly [family: string]: number } {
  return Object.fromEntries(
    [...fields].flatMap(([field, sum]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), Number(sum)]] : [],
    ),
  );
}
