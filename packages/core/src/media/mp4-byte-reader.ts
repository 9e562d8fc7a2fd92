/** Random access to a stored file. */
export interface ByteReader {
  /** Bytes. */
  readonly size: number;
  /**
   * The bytes from `offset`, fewer than `length` only where the file ends early. Rejects when the storage
   * fails, never for what the bytes are.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}
