/** Digests and comparison; the only cryptography the core asks for. */
export interface Digest {
  /** SHA-256 of UTF-8 text or bytes, lower-case hex. */
  sha256(data: string | Uint8Array): string;
}
