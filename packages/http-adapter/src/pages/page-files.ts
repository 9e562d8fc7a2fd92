export type ContentEncoding = 'br' | 'gzip' | 'identity';

/**
 * Returns the best of our encodings a caller accepts (RFC 9110 §12.5.3), the smallest first. A coding with a weight of
 * 0 is refused; one that is not named is not sent.
 *
 * @param header - `Accept-Encoding`; absent means that only the plain bytes are safe
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

/** A file of the pages, with its precompressed forms. */
export interface PageFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Absent if compressing gains nothing. */
  readonly gzip?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** The built pages, held in memory: nothing else is served, whatever a path says. */
export interface PageFiles {
  /**
   * The document every page begins with; `__FILMGATE_NONCE__`, `__FILMGATE_BASE__` and `__FILMGATE_SESSION__` are
   * replaced by the nonce of the response, the path the pages are mounted under with a slash at its end, and `live` or
   * `none`. Null if the pages were not built.
   */
  readonly document: string | null;
  /** By name, below `assets/`. Names contain a digest of the content. */
  readonly assets: ReadonlyMap<string, PageFile>;
}
