import type { JobRecord } from '../jobs/job-record.ts';

/** A job as a script saved it. */
export interface SavedJob {
  readonly id: string;
  readonly tag: string;
  readonly record: JobRecord;
}

/** What a script announced. */
export interface Announcement {
  /** Whether jobs may have become claimable earlier than was known. */
  readonly isWork: boolean;
  /** The job as saved; null where none was. */
  readonly saved: SavedJob | null;
}

const headLines = 8;
const marksLines = 8;

/** Reads what `announceLua` wrote; undefined for what it never writes. */
export function readAnnouncement(message: string): Announcement | undefined {
  const lines = message.split('\n');
  const isWork = lines[0] === 'w';
  if (lines.length === 1) return isWork ? { isWork, saved: null } : undefined;
  if (lines.length !== 2 + headLines + marksLines + 2) return undefined;
  const marksAt = 2 + headLines;
  const [, id = ''] = lines;
  const [request = '', changing = ''] = lines.slice(marksAt + marksLines);
  const record = {
    head: lines.slice(2, marksAt).join('\n'),
    marks: lines.slice(marksAt, marksAt + marksLines).join('\n'),
    request,
    changing,
  };
  return { isWork, saved: { id, tag: lines[marksAt] ?? '', record } };
}
