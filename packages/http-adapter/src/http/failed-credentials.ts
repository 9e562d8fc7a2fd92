import type { Clock, Logger } from '@filmgate/core';
import { LRUCache } from 'lru-cache';
import { addressPrefixes } from './address-prefix.ts';

/** Counts wrong keys by the addresses they come from. */
export interface FailedCredentials {
  /**
   * Counts a wrong key from an address.
   *
   * @returns null while the caller may learn that its key is wrong; beyond its budget the wait in ms until it has
   *   room again
   */
  count(address: string): number | null;
}

interface Failures {
  /** Instant of the first of them. */
  readonly since: number;
  readonly count: number;
}

/** Wrong keys per window that are reported as wrong: of one caller (IPv4 address, IPv6 /64) and of one IPv6 /48. */
const mostOfCaller = 300;
const mostOfSite = 3_000;
const windowMs = 15 * 60_000;
/** Maximum callers and sites remembered; beyond it, the one that failed longest ago is forgotten. */
const mostRemembered = 10_000;

/**
 * Budgets of wrong keys, in the memory of this process. A valid key is never limited: one bad neighbour behind a shared
 * address must not shut out the others. So the budgets limit the cost of wrong keys; the length of a key makes guessing
 * hopeless. The log has one line per window for a block beyond its budget.
 */
export function createFailedCredentials({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}): FailedCredentials {
  const callers = createMemory();
  const sites = createMemory();
  const countIn = (memory: () => Memory, block: string, most: number): number => {
    const failures = memory();
    const at = clock.now();
    const former = failures.get(block);
    // A clock that was set back must not make a window longer.
    const isOver = former === undefined || at < former.since || at >= former.since + windowMs;
    const { since, count } = isOver ? { since: at, count: 0 } : former;
    failures.set(block, { since, count: Math.min(count, most) + 1 });
    if (count === most) log.warn('wrong_keys_throttled', { addresses: block });
    return count < most ? 0 : since + windowMs - at;
  };
  return {
    count(address) {
      const { caller, site } = addressPrefixes(address);
      const waitMs = Math.max(
        countIn(callers, caller, mostOfCaller),
        site === caller ? 0 : countIn(sites, site, mostOfSite),
      );
      return waitMs === 0 ? null : waitMs;
    },
  };
}

type Memory = LRUCache<string, Failures>;

/** Created at the first wrong key: it allocates its memory at once, and most processes need none. */
function createMemory(): () => Memory {
  let memory: Memory | undefined;
  return () => {
    memory ??= new LRUCache({ max: mostRemembered });
    return memory;
  };
}
