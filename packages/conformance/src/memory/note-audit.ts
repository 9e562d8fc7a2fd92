import type { Audited } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';

/** Writes the entry a change brought; called in the synchronous step that made the change. */
export function noteAudit({ audit: log }: MemoryState, { audit }: Audited): void {
  if (audit !== undefined) log.unshift(Object.freeze({ ...audit }));
}
