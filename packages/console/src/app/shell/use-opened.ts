import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { type Address, useAddress } from './use-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening something: the one before it is the same page without it. */
    readonly isOpening?: boolean;
  }
}

const openingEntry = z.object({ isOpening: z.literal(true) });

export interface Opened {
  /** What is open; undefined for nothing. */
  readonly id: string | undefined;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * What a page has open beside it, such as the details of one row. The address names it, and opening it is a step: the back button
 * closes it, and closing it goes back that step, so that no step is left over that leads nowhere.
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
        // From one to the next is no further step.
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
      // The step back takes a moment, and a second Escape within it must not be a second step.
      isLeaving.current = true;
      window.history.back();
    }
  }, [name, change]);
  return { id, open, close };
}
