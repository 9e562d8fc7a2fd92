import { createHash } from 'node:crypto';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { execPath } from 'node:process';
import { z } from 'zod';

/** Location of a database. A copy has another location. */
export const locationSchema = z.object({
  /** Digest of the machine's id; null where the machine reports none, as in most containers. */
  machine: z.string().min(1).nullable(),
  /** Real path of the database's folder. */
  folder: z.string().min(1),
  /** Identity of the file; null on a file system that renumbers files at each mount. */
  file: z
    .object({
      inode: z.string().min(1),
      /** Creation time in ns since 1970: a file that replaces a deleted one often gets its number. Null if unknown. */
      born: z.string().min(1).nullable(),
    })
    .nullable(),
});
export type StoreLocation = Readonly<z.infer<typeof locationSchema>>;

/** File of a database that is in use. */
export interface LocatedFile {
  readonly location: StoreLocation;
  /** True while the names of the database and of its log still lead to the files in use. */
  isThere(): boolean;
}

/** File in which systemd keeps the id of a machine (machine-id(5)). */
const machineIdFile = '/etc/machine-id';

/** `f_type` of FUSE, FAT, exFAT and 9P (statfs(2)): they give a file another number at each mount, or even sooner. */
const renumbering: ReadonlySet<number> = new Set([0x65735546, 0x4d44, 0x2011bab0, 0x01021997]);

/** @param file - real path of the database; the database and its log must be open */
export function locateFile(file: string): LocatedFile {
  const folder = dirname(file);
  const isNumbered = !renumbering.has(statfsSync(folder).type);
  const inUse = [file, `${file}-wal`].map((path) => ({ path, found: find(path) }));
  return {
    location: {
      machine: machineDigest(),
      folder,
      file: isNumbered ? (inUse[0]?.found ?? null) : null,
    },
    isThere: () =>
      inUse.every(({ path, found }) => {
        if (found === null) return true;
        const now = find(path);
        return now !== null && (!isNumbered || isSameFile(now, found));
      }),
  };
}

type NumberedFile = NonNullable<StoreLocation['file']>;

/** Returns null where no file exists. */
function find(path: string): NumberedFile | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  const { ino, birthtimeNs, ctimeNs } = found;
  const isReported = birthtimeNs > 0n && (birthtimeNs !== ctimeNs || areBirthsReported());
  return { inode: String(ino), born: isReported ? String(birthtimeNs) : null };
}

/**
 * Returns true if the system reports when files were created. Where it does not, Node returns the time of the last
 * change for every file; a small one that was just copied has both times equal in either case.
 */
function areBirthsReported(): boolean {
  return ['/proc/self', execPath].some((path) => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found !== undefined && found.birthtimeNs !== found.ctimeNs;
  });
}

function isSameFile(one: NumberedFile, other: NumberedFile): boolean {
  const isOfOneTime = one.born === null || other.born === null || one.born === other.born;
  return one.inode === other.inode && isOfOneTime;
}

/** The machine id itself must not be shown (machine-id(5)). */
function machineDigest(): string | null {
  try {
    const id = readFileSync(machineIdFile, 'utf8').trim();
    return id === '' ? null : createHash('sha256').update(`filmgate ${id}`).digest('hex');
  } catch {
    return null;
  }
}

/** Difference of two locations, to follow "The database is a copy, or was moved:"; null without a difference. */
export function differenceOf(now: StoreLocation, noted: StoreLocation): string | null {
  if (now.machine !== null && noted.machine !== null && now.machine !== noted.machine)
    return `the database was used in ${noted.folder} on another machine`;
  if (now.folder !== noted.folder)
    return `the database is in ${now.folder} and was used in ${noted.folder}`;
  if (now.file !== null && noted.file !== null && !isSameFile(now.file, noted.file))
    return `the file is not the one that was used in ${noted.folder}`;
  return null;
}
