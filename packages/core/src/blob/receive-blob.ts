import type { StageOutcome } from '../ports/blob-store.ts';

/** Result of receiving a source: all of it is in the sink, or the reason why it does not count. */
export type Received =
  | { readonly kind: 'whole'; readonly sha256: string; readonly size: number }
  | Exclude<StageOutcome, { readonly kind: 'staged' }>;

/** Destination of received bytes. */
export interface BlobSink {
  append(chunk: Uint8Array): Promise<void>;
  /** Makes the complete bytes durable, and returns their digest and size. */
  finish(): Promise<{ readonly sha256: string; readonly size: number }>;
}

export interface ReceiveInput {
  readonly source: AsyncIterable<Uint8Array>;
  readonly maxBytes: number;
  readonly expectedBytes: number | null;
}

/** Writes a source to its end, counting its bytes; stops reading as soon as the result is known. */
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

/** Ends a source that will not be read. */
export async function declineSource(source: AsyncIterable<Uint8Array>): Promise<void> {
  await source[Symbol.asyncIterator]().return?.();
}
