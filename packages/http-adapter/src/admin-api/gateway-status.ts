/** What the overview says of the process and its disk. */
export interface GatewayStatus {
  readonly version: string;
  /** When this process began, ms since 1970. */
  readonly startedAt: number;
  /** Kind of the store, as its manifest has it. */
  readonly storeName: string;
  /** Asks the store whether it answers, and says how long that took, in ms. */
  pingMs(): Promise<number>;
  /** What was measured last; null before that. */
  diskUse(): MeasuredDisk | null;
  /** Bytes free for results, or null when that cannot be told. */
  freeBytes(): Promise<number | null>;
  /** Whether so little is free that uploads and references are refused. */
  isSpaceLow(): Promise<boolean>;
  /** What the request log takes and may take, in bytes, and how many rows this process removed because it took more. */
  requestLog(): Promise<{
    readonly bytes: number;
    readonly maxBytes: number;
    readonly removedRows: number;
  }>;
  /** How long an unknown job keeps its slot, in ms. */
  unknownSlotMs(): number;
}

/** Bytes in use on this machine's disk; null for what does not lie on it. */
export interface MeasuredDisk {
  readonly resultBytes: number | null;
  readonly assetBytes: number | null;
  readonly databaseBytes: number | null;
  /** When it was measured, ms since 1970. */
  readonly measuredAt: number;
}
