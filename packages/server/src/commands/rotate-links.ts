import { refuseMovedStore } from '@filmgate/runtime-node';
import type { Logger } from '@filmgate/core';
import { openStorage } from '../compose/open-storage.ts';
import { openSecretBox } from '../compose/secrets.ts';
import { replaceLinkKey } from '../compose/signer.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `filmgate keys rotate-links`: makes every link to a video invalid. All nodes sign their next link with a new key. */
export async function rotateLinks(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    await refuseMovedStore(storage);
    const { box } = await openSecretBox({
      given: settings.FILMGATE_MASTER_KEY,
      previous: settings.FILMGATE_MASTER_KEY_PREVIOUS,
      dataDirectory: settings.FILMGATE_DATA_DIR,
      values: storage.values,
    });
    await replaceLinkKey(storage.values, box);
    return 'All existing links to videos are invalid now; new links work.';
  } finally {
    await storage.close();
  }
}
