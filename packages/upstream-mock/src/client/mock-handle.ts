import type { UpstreamHandle } from '@filmgate/core';
import { z } from 'zod';

/** Version of the saved form below. */
const version = 1;

/** Longest id that is kept, in characters. */
const longestId = 500;

/** The provider's name of a job. */
export const jobIdSchema = z.string().min(1).max(longestId);

const valueSchema = z.object({ id: jobIdSchema });

/** What finds an accepted job again. */
export function handleOf(id: string): UpstreamHandle {
  return { version, value: { id } };
}

/** The job's id at the mock. Throws when the handle is of another version. */
export function idOf(handle: UpstreamHandle): string {
  if (handle.version !== version) throw new Error('The saved handle is of another version.');
  return valueSchema.parse(handle.value).id;
}
