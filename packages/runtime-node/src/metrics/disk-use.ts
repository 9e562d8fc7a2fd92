import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@filmgate/core';

/** Bytes in use on this machine's disk; null for data that is elsewhere. */
export interface DiskUse {
  readonly resultBytes: number | null;
  readonly assetBytes: number | null;
  readonly databaseBytes: number | null;
  /** Sum of the known ones. */
  readonly totalBytes: number;
  /** End of the measurement, ms since 1970. */
  readonly measuredAt: number;
}

/** Files and folders; a folder counts with all its content, a missing one as 0. */
export interface DiskPaths {
  readonly results: readonly string[];
  readonly assets: readonly string[];
  readonly database: readonly string[];
}

/** Measures the disk periodically. */
export interface DiskWatch {
  /** Latest measurement; null before the first. */
  latest(): DiskUse | null;
  /** Starts; returns at once. */
  start(): void;
  /** Ends at any point of a measurement. Safe to repeat. */
  stop(): Promise<void>;
}

export interface DiskWatchInput {
  readonly folders: DiskPaths;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval, in ms: short enough for a user who makes a first video to see it in the figures. */
const everyMs = 30_000;
/** Pause as a multiple of the last measurement's duration: measuring uses at most 1/50 of the time. */
const restFactor = 50;

export function createDiskWatch({ folders, clock, log }: DiskWatchInput): DiskWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  let latest: DiskUse | null = null;
  let loop: Promise<void> | undefined;

  const runOn = async (): Promise<void> => {
    while (!signal.aborted) {
      const began = clock.monotonicMs();
      try {
        latest = (await measure(folders, clock, signal)) ?? latest;
      } catch (error) {
        log.warn('disk-not-measured', { reason: String(error) });
      }
      const tookMs = clock.monotonicMs() - began;
      await clock.sleep(Math.max(everyMs, tookMs * restFactor), signal);
    }
  };
  return {
    latest: () => latest,
    start: () => {
      loop ??= runOn();
    },
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

/** Undefined when it was stopped. */
async function measure(
  { results, assets, database }: DiskPaths,
  clock: Clock,
  signal: AbortSignal,
): Promise<DiskUse | undefined> {
  const resultBytes = await bytesOf(results, signal);
  const assetBytes = await bytesOf(assets, signal);
  const databaseBytes = await bytesOf(database, signal);
  if (signal.aborted) return undefined;
  const totalBytes = (resultBytes ?? 0) + (assetBytes ?? 0) + (databaseBytes ?? 0);
  return { resultBytes, assetBytes, databaseBytes, totalBytes, measuredAt: clock.now() };
}

/** Sequential: this is not urgent, and the disk has other work. */
async function bytesOf(paths: readonly string[], signal: AbortSignal): Promise<number | null> {
  if (paths.length === 0) return null;
  let bytes = 0;
  for (const path of paths) bytes += await bytesAt(path, signal);
  return bytes;
}

async function bytesAt(path: string, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return 0;
  try {
    const found = await lstat(path);
    return found.isDirectory() ? await bytesIn(path, signal) : found.size;
  } catch (error) {
    // Files come and go during the measurement.
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function bytesIn(folder: string, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const { name } of await opendir(folder))
    bytes += await bytesAt(join(folder, name), signal);
  return bytes;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
