import type { Job } from '@filmgate/core';

/** A place in the course of changes, as an event id says it. */
export interface LiveEventPosition {
  /** Instant of the change. */
  readonly at: number;
  /** The job that changed and the version it became; absent where the id marks an instant alone. */
  readonly job: { readonly id: string; readonly version: number } | null;
}

/** Longer than any id we make. */
const mostCharacters = 512;
const base64Url = /^[A-Za-z0-9_-]+$/;
const inside = /^1\.(\d{1,15})(?:\.([1-9]\d{0,14})\.(.+))?$/s;

/** The event id of a job's last change. */
export function liveEventIdOf({ updatedAt, version, id }: Job): string {
  return Buffer.from(`1.${updatedAt}.${version}.${id}`).toString('base64url');
}

/** The event id of an instant at which nothing needs to have happened. */
export function liveEventIdAt(instant: number): string {
  return Buffer.from(`1.${instant}`).toString('base64url');
}

/** Reads an event id; undefined when it is not one of ours. Ids are opaque to callers and no secret: they open nothing. */
export function readLiveEventId(text: string): LiveEventPosition | undefined {
  if (text.length > mostCharacters || !base64Url.test(text)) return undefined;
  const found = inside.exec(Buffer.from(text, 'base64url').toString());
  if (found === null) return undefined;
  const [, at, version, id] = found;
  const job = id === undefined ? null : { id, version: Number(version) };
  return { at: Number(at), job };
}
