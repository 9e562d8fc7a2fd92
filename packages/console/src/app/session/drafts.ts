import { clear, createStore, entries, setMany } from 'idb-keyval';

/** Storage of unsent user input: text in local storage, images in IndexedDB. */
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
 * Drafts, and submissions the server has not responded to. They are in browser storage only while a user is logged in.
 * When the session expires they move to the memory of this document, and back after the next login in it; a logout
 * deletes them.
 */
export class Drafts {
  #aside: Kept = nothing;
  #turn: Promise<void> = Promise.resolve();

  /** Moves the drafts from browser storage to memory. */
  setAside(): Promise<void> {
    return this.#inTurn(async () => {
      const found = { words: readWords(), images: await readImages() };
      await removeAll();
      if (found.words.length > 0 || found.images.length > 0) this.#aside = found;
    });
  }

  /** Moves the drafts back to browser storage. */
  bringBack(): Promise<void> {
    return this.#inTurn(async () => {
      const { words, images } = this.#aside;
      this.#aside = nothing;
      for (const [key, value] of words) localStorage.setItem(key, value);
      await setMany([...images], imageStore());
    });
  }

  /** Deletes the drafts from browser storage and memory. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      this.#aside = nothing;
      await removeAll();
    });
  }

  /** Runs the operations in order. Where the browser forbids storage, nothing was stored, so errors are ignored. */
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
