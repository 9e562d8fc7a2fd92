import { constants } from 'node:fs';
import { Descriptor } from './descriptor.ts';

/** Makes the names in a folder durable: a renamed file is only there for good once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await Descriptor.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
