import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { type Address, useAddress } from './use-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Created by opening an entry: the history entry before it is the same page without it. */
    readonly isOpening?: boolean;
  }
}

const openingEntry = z.object({ isOpening: z.literal(true) });

export interface Opened {
  /** Id of the open entry; undefined for none. */
  readonly id: string | undefined;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * The entry a page has open, such as the details of one row, kept in the address. Opening adds a history entry: the
 * back button closes it, and closing goes back, so that no dead history entry remains.
 *
 * @param name - the parameter of the address
 */
export function useOpened(name: string): Opened {
  const [address, change] = useAddress();
  const navigate = useNavigate();
  const id = address[name];
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [id]);
  const open = useCallback(
    (next: string) => {
      void navigate({
        to: '.',
        search: (old: Address) => ({ ...old, [name]: next }),
        // Switching from one entry to another replaces the history entry.
        ...(id === undefined ? { state: { isOpening: true } } : { state: true, replace: true }),
        resetScroll: false,
      });
    },
    [id, name, navigate],
  );
  const close = useCallback(() => {
    if (!z.safeParse(openingEntry, window.history.state).success) {
      change({ [name]: undefined });
    } else if (!isLeaving.current) {
      // Going back takes a moment; a second Escape meanwhile must not go back again.
      isLeaving.current = true;
      window.history.back();
    }
  }, [name, change]);
  return { id, open, close };
}
