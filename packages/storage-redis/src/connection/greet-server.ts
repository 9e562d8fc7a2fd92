import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { StoreWatch } from '../amnesia/store-watch.ts';
import type { KeySpace } from '../keys/key-space.ts';
import { checkServer } from '../server-check/check-server.ts';
import type { RedisSettings } from './redis-settings.ts';
import type { SignsOfLife } from './signs-of-life.ts';

export interface GreetingParts {
  readonly settings: RedisSettings;
  readonly keys: KeySpace;
  readonly watch: StoreWatch;
  readonly signs: SignsOfLife;
}

/**
 * What comes before anything else on each connection: is the server fit, and does it know everything that was answered? Where it is
 * another server than before, or was started again, a node that knows of nothing missing must not go on before those that do had a chance
 * to say so. It waits until every node that lived a moment ago has looked too, or a loss was told.
 */
export function createGreeting({ settings, keys, watch, signs }: GreetingParts) {
  let known: string | null = null;
  return async (client: Redis): Promise<void> => {
    const { runId } = await checkServer(client, settings, keys);
    await watch.examine(client);
    await signs.give(client);
    let isToWait = known !== null && known !== runId;
    while (isToWait && watch.halt === null) {
      await pause(settings.graceMs);
      await watch.examine(client);
      await signs.give(client);
      isToWait = await signs.isSomebodyUnheard(client);
    }
    known = runId;
  };
}
