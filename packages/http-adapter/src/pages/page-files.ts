/** A file of the pages, with what it was compressed to beforehand. */
export interface PageFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Absent where compressing gains nothing. */
  readonly gzip?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** The built pages, held in memory: what is not in here is not served, whatever a path says. */
export interface PageFiles {
  /**
   * The document every page begins with; `__FILMGATE_NONCE__`, `__FILMGATE_BASE__` and `__FILMGATE_SESSION__` stand for
   * the nonce of the answer, the path the pages are mounted under with a slash at its end, and `live` or `none`. Null where the pages were not built.
   */
  readonly document: string | null;
  /** By name, below `assets/`. Names hold a digest of the content. */
  readonly assets: ReadonlyMap<string, PageFile>;
}
