import type { Gateway } from '@filmgate/core';
import type { NodeProcess } from './node-process.ts';
import type { EnteredSurfaces } from './surfaces.ts';

/** The part of a process callers reach. */
export interface Door {
  /** Its HTTP surfaces; null in a history whose callers use the gateway as a library. */
  readonly surfaces: EnteredSurfaces | null;
  readonly process: NodeProcess;
  readonly gateway: Gateway;
  /** Whose key it is, asked afresh; null when it authorises nothing. */
  authenticate(keyDigest: string): Promise<string | null>;
}
