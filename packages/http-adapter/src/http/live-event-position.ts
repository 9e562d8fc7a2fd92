import type { Job } from '@filmgate/core';

/** A position in the course of changes, as an event id encodes it. */
export interface LiveEventPosition {
  /** Instant of the change. */
  readonly at: number;
  /** The job that changed and its new version; null if the id names an instant only. */
  readonly job: { readonly id: string; readonly version: number } | null;
}

/** Longer than any id we make. */
const mostCharacters = 512;
const base64Url = /^[A-Za-z0-9_-]+$/;
const inside = /^1\.(\d{1,15})(?:\.([1-9]\d{0,14})\.(.+))?$/s;

/** Returns the event id of a job's last change. */
export function liveEventIdOf({ updatedAt, version, id }: Job): string {
  return Buffer.from(`1.${updatedAt}.${version}.${id}`).toString('base64url');
}

/** Returns the event id of an instant, with or without a change. */
export function liveEventIdAt(instant: number): string {
  return Buffer.from(`1.${instant}`).toString('base64url');
}

/** Decodes an event id; undefined if it is not ours. Ids are opaque to callers, not secret, and give no access. */
export function readLiveEventId(text: string): LiveEventPosition | undefined {
  if (text.length > mostCharacters || !base64Url.test(text)) return undefined;
  const found = inside.exec(Buffer.from(text, 'base64url').toString());
  if (found === null) return undefined;
  const [, at, version, id] = found;
  const job = id === undefined ? null : { id, version: Number(version) };
  return { at: Number(at), job };
}
