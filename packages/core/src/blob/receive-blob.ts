import type { StageOutcome } from '../ports/blob-store.ts';

/** What became of a source: all of it in the sink, or why it does not count. */
export type Received =
  | { readonly kind: 'whole'; readonly sha256: string; readonly size: number }
  | Exclude<StageOutcome, { readonly kind: 'staged' }>;

/** Where received bytes go. */
export interface BlobSink {
  append(chunk: Uint8Array): Promise<void>;
  /** Everything is there: makes it last, and tells what it was. */
  finish(): Promise<{ readonly sha256: string; readonly size: number }>;
}

export interface ReceiveInput {
  readonly source: AsyncIterable<Uint8Array>;
  readonly maxBytes: number;
  readonly expectedBytes: number | null;
}

/** Writes a source to its end, counting for itself; stops reading as soon as the response is known. */
export async function receiveBlob(
  sink: BlobSink,
  { source, maxBytes, expectedBytes }: ReceiveInput,
): Promise<Received> {
  let received = 0;
  for await (const chunk of source) {
    received += chunk.length;
    if (received > maxBytes) return { kind: 'too-large', maxBytes };
    if (expectedBytes !== null && received > expectedBytes) {
      return { kind: 'length-mismatch', received };
    }
    await sink.append(chunk);
  }
  if (expectedBytes !== null && received < expectedBytes) {
    return { kind: 'length-mismatch', received };
  }
  if (received === 0) return { kind: 'empty' };
  return { kind: 'whole', ...(await sink.finish()) };
}

/** Tells a source that it will not be read. */
export async function declineSource(source: AsyncIterable<Uint8Array>): Promise<void> {
  await source[Symbol.asyncIterator]().return?.();
}
