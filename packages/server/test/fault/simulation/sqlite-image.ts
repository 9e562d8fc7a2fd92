import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Reads or changes an image of a database outside the store; returns the resulting image. */
export function withinImage(image: Uint8Array, act: (database: DatabaseSync) => void): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'filmgate-image-'));
  const file = path.join(folder, 'image.sqlite');
  try {
    writeFileSync(file, image);
    const database = new DatabaseSync(file);
    try {
      act(database);
    } finally {
      database.close();
    }
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
