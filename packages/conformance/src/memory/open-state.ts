import { StorageUnavailable } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';

/** The way into the data that a connection's ports share: throws `StorageUnavailable` once the connection is closed. */
export type OpenState = () => MemoryState;

/** Makes the gate of one connection and the act that shuts it. */
export function createOpenState(state: MemoryState): {
  readonly open: OpenState;
  readonly shut: () => void;
} {
  let shut = false;
  return {
    open: () => {
      if (shut) throw new StorageUnavailable('The memory store is closed.', { applied: 'no' });
      return state;
    },
    shut: () => {
      shut = true;
    },
  };
}
