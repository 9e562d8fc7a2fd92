import { createHash } from 'node:crypto';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Where a database lies. A copy of it lies elsewhere. */
export const placeSchema = z.object({
  /** Digest of the machine's own id; null where it tells none, as in most containers. */
  machine: z.string().min(1).nullable(),
  /** Real path of its folder. */
  folder: z.string().min(1),
  /** Its file; null on a file system that numbers files anew at each mount. */
  file: z
    .object({
      inode: z.string().min(1),
      /** When it was made, in ns since 1970: a file that takes the place of a deleted one often gets its number. Null if unknown. */
      born: z.string().min(1).nullable(),
    })
    .nullable(),
});
export type StorePlace = Readonly<z.infer<typeof placeSchema>>;

/** The file of a database that is in use. */
export interface PlacedFile {
  readonly place: StorePlace;
  /** Whether the names of the database and of its log still lead to the files that are in use. */
  isThere(): boolean;
}

/** Where systemd keeps the id of a machine (machine-id(5)). */
const machineIdFile = '/etc/machine-id';

/** `f_type` of FUSE, FAT, exFAT and 9P (statfs(2)): they give a file another number at each mount, or even sooner. */
const renumbering: ReadonlySet<number> = new Set([0x65735546, 0x4d44, 0x2011bab0, 0x01021997]);

/** @param file - its real path; the database and its log are open */
export function placeFile(file: string): PlacedFile {
  const folder = dirname(file);
  const isNumbered = !renumbering.has(statfsSync(folder).type);
  const inUse = [file, `${file}-wal`].map((path) => ({ path, found: find(path) }));
  return {
    place: {
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

type NumberedFile = NonNullable<StorePlace['file']>;

/** Null where there is none. */
function find(path: string): NumberedFile | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  const { ino, birthtimeNs, ctimeNs } = found;
  // Where the system does not tell, Node gives the time of the last change.
  const isTold = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), born: isTold ? String(birthtimeNs) : null };
}

function isSameFile(one: NumberedFile, other: NumberedFile): boolean {
  const isOfOneTime = one.born === null || other.born === null || one.born === other.born;
  return one.inode === other.inode && isOfOneTime;
}

/** The id itself is not to be shown (machine-id(5)). */
function machineDigest(): string | null {
  try {
    const id = readFileSync(machineIdFile, 'utf8').trim();
    return id === '' ? null : createHash('sha256').update(`filmgate ${id}`).digest('hex');
  } catch {
    return null;
  }
}

/** What tells two places apart, in words that follow "The database is a copy, or was moved:"; null for one place. */
export function differenceOf(now: StorePlace, noted: StorePlace): string | null {
  if (now.machine !== null && noted.machine !== null && now.machine !== noted.machine)
    return `it was used in ${noted.folder} on another machine`;
  if (now.folder !== noted.folder)
    return `it lies in ${now.folder} and was used in ${noted.folder}`;
  if (now.file !== null && noted.file !== null && !isSameFile(now.file, noted.file))
    return `its file is not the one that was used in ${noted.folder}`;
  return null;
}
