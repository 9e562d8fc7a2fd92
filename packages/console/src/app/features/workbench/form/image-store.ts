import { createStore, del, get, promisifyRequest } from 'idb-keyval';
import { imageDatabase } from '../../../session/drafts.ts';

/** Stores data too large for local storage, such as images. Every function may reject: a browser may forbid storage. */
export interface ImageStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

/** Uses IndexedDB, which survives a reload and has room for videos. */
export function openImageStore(): ImageStore {
  // The first use opens the database; where that is forbidden, it rejects.
  const store = createStore(imageDatabase.name, imageDatabase.store);
  return {
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) =>
      store('readwrite', (images) => {
        images.put(value, key);
        // Committed at once: otherwise leaving the page would lose the write.
        images.transaction.commit();
        return promisifyRequest<void>(images.transaction);
      }),
    drop: async (key) => del(key, store),
  };
}
