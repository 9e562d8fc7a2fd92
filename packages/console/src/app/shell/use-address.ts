import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parameters of the address; empty ones are removed from it. */
export type Address = { readonly [name: string]: string | undefined };

/**
 * State of a page in the address, so that reload, back and a shared link restore it.
 *
 * @returns the parameters, and a function that changes some of them without a new history entry
 */
export function useAddress(): readonly [Address, (change: Address) => void] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Address) => {
      void navigate({
        to: '.',
        search: (old: Address) => ({ ...old, ...changed }),
        replace: true,
        // Keeps the state of the history entry.
        state: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [address, change];
}
