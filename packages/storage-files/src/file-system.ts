/** An open file or folder. */
export interface OpenedFile {
  size(): Promise<number>;
  /** Resolves once what was written, or the names in a folder, outlives a loss of power. */
  sync(): Promise<void>;
  /** Fills `target` from `position`, shorter only at the end of the file; resolves with the bytes read. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Writes all of `source` at `position`. */
  write(source: Uint8Array, position: number): Promise<void>;
  /** Once; what is under way ends first. */
  close(): Promise<void>;
}

export interface FileFacts {
  readonly size: number;
  /** When it was last written, in ms since 1970. */
  readonly mtimeMs: number;
  readonly isFile: boolean;
}

/** What the store asks of a file system. Calls fail with the system's errors, as Node gives them. */
export interface FileSystem {
  open(path: string, how: 'read' | 'new-file' | 'folder'): Promise<OpenedFile>;
  /** Puts a file in the place of another, or of none, in one step. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes a folder and those above it; resolves with the first one made, or undefined when all were there. */
  makeFolders(path: string): Promise<string | undefined>;
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>;
  /** Names in a folder. */
  names(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileFacts>;
  /** Lets a file count as written now. */
  touch(path: string): Promise<void>;
  /** Bytes free on the disk a path lies on. */
  freeBytes(path: string): Promise<number>;
}

/** Makes the names in a folder durable: a renamed file is only there for good once its folder is synced. */
export async function syncFolder(files: Pick<FileSystem, 'open'>, path: string): Promise<void> {
  const folder = await files.open(path, 'folder');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
