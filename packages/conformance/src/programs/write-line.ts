import { writeSync } from 'node:fs';

/** Writes a line to standard output: in the pipe before anything else happens, so that a kill cannot take it back. */
export function writeLine(text: string): void {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) rest = rest.subarray(writeWhatFits(rest));
}

/** Bytes written; none while the pipe is full. */
function writeWhatFits(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
