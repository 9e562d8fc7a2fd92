import type { ModelCatalog } from '../model/model-catalog.ts';

/** Policy of one gateway; every default is named here and tested. Durations in ms, sizes in bytes. */
export interface GatewayOptions {
  /** The offer, for the gateway, the runner and every surface. Read at each use: an operator may change it. */
  readonly catalog: () => ModelCatalog;
  /** Maximum jobs that may wait for an account. */
  readonly queueLimit: number;
  /** Waiting jobs of one owner that are accepted even if `queueLimit` is reached. */
  readonly queueOwnerShare: number;
  /** Maximum bytes of uploads and references kept for one owner. */
  readonly ownerStorageBytes: number;
  /** Maximum time for a response to a submission before its outcome is unknown. */
  readonly sendTimeoutMs: number;
  /** Timeout of any read of a provider. */
  readonly readTimeoutMs: number;
  /**
   * Time for which a finished result is fetched, from when the provider finished, where the provider does not say how
   * long it keeps it.
   */
  readonly resultFetchMs: number;
  /** Maximum copies of results under way at once, and bytes they may announce together; one alone may be larger. */
  readonly resultCopies: number;
  readonly resultCopyBytes: number;
  /** Idle timeout of a copy's connection. */
  readonly resultIdleMs: number;
  /** Minimum pace of a copy, in bytes per second over a minute, before its connection is aborted. */
  readonly resultMinBytesPerSecond: number;
  /** Room that must be left for a result of unknown size, and beside one of known size. */
  readonly resultRoomBytes: number;
  /** Maximum time of an accepted job without an outcome. */
  readonly jobDeadlineMs: number;
  /** Time for which an unknown job keeps its account's slot. */
  readonly unknownSlotMs: number;
  /** Retention of stored results. */
  readonly resultRetentionMs: number;
  readonly maxResultBytes: number;
  readonly maxAssetBytes: number;
}

const mebibyte = 1024 * 1024;

/** The defaults of the settings [settings.defaults]. */
export const defaultGatewayOptions: Omit<GatewayOptions, 'catalog'> = {
  queueLimit: 10_000,
  queueOwnerShare: 1_000,
  ownerStorageBytes: 10 * 1024 * mebibyte,
  sendTimeoutMs: 60_000,
  readTimeoutMs: 30_000,
  resultFetchMs: 24 * 3_600_000,
  resultCopies: 16,
  resultCopyBytes: 4096 * mebibyte,
  resultIdleMs: 30_000,
  resultMinBytesPerSecond: 1024,
  resultRoomBytes: 64 * mebibyte,
  jobDeadlineMs: 7_200_000,
  unknownSlotMs: 15 * 60_000,
  resultRetentionMs: 168 * 3_600_000,
  maxResultBytes: 2048 * mebibyte,
  maxAssetBytes: 100 * mebibyte,
};
