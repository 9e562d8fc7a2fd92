import { dirname, join, resolve } from 'node:path';
import { type FileSystem, syncFolder } from './file-system.ts';

const digestForm = /^[0-9a-f]{64}$/;
const digestStart = 2;

/** Creates a folder and the folders above it, durably. */
async function makeFolders(files: FileSystem, path: string): Promise<void> {
  const first = await files.makeFolders(path);
  if (first === undefined) return;
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) {
    await syncFolder(files, dirname(made));
  }
}

/**
 * Where things lie: `tmp/` for what is being written, `<aa>/<sha256>` for blobs, by the first two digits of
 * their digest. Paths are made from checked digests only.
 */
export class BlobFolders {
  readonly temporary: string;
  readonly #files: FileSystem;
  readonly #root: string;
  readonly #ready = new Set<string>();

  private constructor(files: FileSystem, root: string) {
    this.#files = files;
    this.#root = root;
    this.temporary = join(root, 'tmp');
  }

  static async open(files: FileSystem, directory: string): Promise<BlobFolders> {
    const folders = new BlobFolders(files, resolve(directory));
    await makeFolders(files, folders.temporary);
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
    await this.#files.makeFolders(path);
    await syncFolder(this.#files, this.#root);
    this.#ready.add(path);
  }
}
