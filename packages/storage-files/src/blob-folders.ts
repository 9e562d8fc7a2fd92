import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Blobs belong to the gateway's user alone. */
const folderMode = 0o700;

const digestForm = /^[0-9a-f]{64}$/;
const digestStart = 2;

/** Creates a folder and the folders above it, durably. */
async function makeFolders(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/**
 * Where things lie: `tmp/` for what is being written, `<aa>/<sha256>` for blobs, by the first two digits of
 * their digest. Paths are made from checked digests only.
 */
export class BlobFolders {
  readonly temporary: string;
  readonly #root: string;
  readonly #ready = new Set<string>();

  private constructor(root: string) {
    this.#root = root;
    this.temporary = join(root, 'tmp');
  }

  static async open(directory: string): Promise<BlobFolders> {
    const folders = new BlobFolders(resolve(directory));
    await makeFolders(folders.temporary);
    return folders;
  }

  get root(): string {
    return this.#root;
  }

  isDigest(text: string): boolean {
    return digestForm.test(text);
  }

  /** The folder of blobs that begin with these two digits. */
  folder(start: string): string {
    return join(this.#root, start);
  }

  /** Path of a blob. Precondition: `isDigest`. */
  pathOf(sha256: string): string {
    return join(this.folderOf(sha256), sha256);
  }

  folderOf(sha256: string): string {
    return this.folder(sha256.slice(0, digestStart));
  }

  /** Stops believing that a blob's folder is there. */
  distrust(sha256: string): void {
    this.#ready.delete(this.folderOf(sha256));
  }

  /** Makes sure that a blob's folder is there for good; remembers it, as nothing here removes folders. */
  async prepare(sha256: string): Promise<void> {
    const path = this.folderOf(sha256);
    if (this.#ready.has(path)) return;
    await mkdir(path, { recursive: true, mode: folderMode });
    await syncFolder(this.#root);
    this.#ready.add(path);
  }
}
