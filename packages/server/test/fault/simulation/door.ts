import type { Gateway } from '@filmgate/core';
import type { NodeProcess } from './node-process.ts';
import type { EnteredSurfaces } from './surfaces.ts';

/** Entrance of a process for callers. */
export interface Door {
  /** HTTP surfaces; null in a history whose callers use the gateway as a library. */
  readonly surfaces: EnteredSurfaces | null;
  readonly process: NodeProcess;
  readonly gateway: Gateway;
  /** Owner of a key, read at each call; null when the key authorises nothing. */
  authenticate(keyDigest: string): Promise<string | null>;
}
