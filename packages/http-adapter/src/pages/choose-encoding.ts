export type ContentEncoding = 'br' | 'gzip' | 'identity';

/**
 * The best of our encodings a caller takes (RFC 9110 §12.5.3), the smallest first. A coding with a weight of 0 is
 * refused; one that is not named is not sent.
 *
 * @param header - `Accept-Encoding`; absent means that nothing but the plain bytes is safe
 */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly ContentEncoding[],
): ContentEncoding {
  const taken = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => entry.split(';').map((part) => part.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0{0,3})?$/.test(weight))
      .map(([name]) => name),
  );
  const best = (['br', 'gzip'] as const).find((name) => taken.has(name) && offered.includes(name));
  return best ?? 'identity';
}
