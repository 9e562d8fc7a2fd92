import { clear, createStore, entries, setMany } from 'idb-keyval';

/** Where the pages keep what a user is writing: words in the local storage, pictures in a database. */
export const draftKey = 'filmgate.draft';
export const submissionPrefix = 'filmgate.submission.';
export const imageDatabase = { name: 'filmgate', store: 'images' } as const;

interface Kept {
  readonly words: readonly (readonly [string, string])[];
  readonly images: readonly [string, unknown][];
}

const nothing: Kept = { words: [], images: [] };

const isOurs = (key: string): boolean => key === draftKey || key.startsWith(submissionPrefix);

/**
 * Drafts, and videos asked for that the server has not answered yet. They lie in the browser only while a user is logged in. When the
 * session ends by itself they are set aside in this document alone, and come back with the next login in it; a logout removes them.
 */
export class Drafts {
  #aside: Kept = nothing;
  #turn: Promise<void> = Promise.resolve();

  /** Out of the browser's storage, into this document. */
  setAside(): Promise<void> {
    return this.#inTurn(async () => {
      const found = { words: readWords(), images: await readImages() };
      await removeAll();
      if (found.words.length > 0 || found.images.length > 0) this.#aside = found;
    });
  }

  /** Back into the storage. */
  bringBack(): Promise<void> {
    return this.#inTurn(async () => {
      const { words, images } = this.#aside;
      this.#aside = nothing;
      for (const [key, value] of words) localStorage.setItem(key, value);
      await setMany([...images], imageStore());
    });
  }

  /** Out of the storage and out of this document. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      this.#aside = nothing;
      await removeAll();
    });
  }

  /** One after the other. Where the browser forbids keeping, nothing was kept. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act).catch(() => undefined);
    return this.#turn;
  }
}

function imageStore() {
  return createStore(imageDatabase.name, imageDatabase.store);
}

function readWords(): Kept['words'] {
  return Object.entries(localStorage).filter(([key]) => isOurs(key));
}

async function readImages(): Promise<Kept['images']> {
  return await entries<string, unknown>(imageStore()).catch(() => []);
}

async function removeAll(): Promise<void> {
  for (const [key] of readWords()) localStorage.removeItem(key);
  await clear(imageStore());
}
