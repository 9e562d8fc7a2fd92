import { createStore, del, get, promisifyRequest } from 'idb-keyval';
import { imageDatabase } from '../../../session/drafts.ts';

/** Keeps what is too large for the local storage, such as images. Every function may reject: a browser may forbid it. */
export interface ImageStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

/** In the database of the browser, which outlives a reload and has room for videos. */
export function openImageStore(): ImageStore {
  // The first use opens the database: where that is forbidden, it rejects.
  const store = createStore(imageDatabase.name, imageDatabase.store);
  return {
    read: async (key) => get<unknown>(key, store),
    write: async (key, value) =>
      store('readwrite', (images) => {
        images.put(value, key);
        // Asked for at once: a page that is left meanwhile would not come to asking, and lose what it wrote.
        images.transaction.commit();
        return promisifyRequest<void>(images.transaction);
      }),
    drop: async (key) => del(key, store),
  };
}
