import { z } from 'zod';
import type { KeptFile } from '../job/result-fetch.ts';
import type { UpstreamHandle } from './upstream-handle.ts';

/** A file that a provider delivered in its response, in the result store. */
export type DeliveredFile = Pick<KeptFile, 'sha256' | 'size'>;

/** Version of the handles that the gateway itself makes; those of clients are 0 or more. */
const ownVersion = -1;
const valueSchema = z.object({ sha256: z.string(), size: z.number(), of: z.string() });

/**
 * Returns the handle of work that its provider delivered at once and knows no more: the file is the receipt. It names
 * the submission too, since two may be delivered equal files.
 */
export function deliveredHandle(file: DeliveredFile, correlationId: string): UpstreamHandle {
  const { sha256, size } = file;
  return { version: ownVersion, value: { sha256, size, of: correlationId } };
}

/** Returns the delivered file that a handle names; undefined for the handle of a client. */
export function deliveredFileOf(handle: UpstreamHandle | null): DeliveredFile | undefined {
  return handle?.version === ownVersion ? valueSchema.parse(handle.value) : undefined;
}
