import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parameters of the address; empty ones are left out of it. */
export type Address = { readonly [name: string]: string | undefined };

/**
 * What a page keeps in the address, so that reload, back and a sent link find it again.
 *
 * @returns the parameters, and a function that changes some of them without a new entry in the history
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
        // The entry stays the same one, with what is known of it.
        state: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [address, change];
}
