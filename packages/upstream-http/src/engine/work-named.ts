import type { NoticeReading } from '@filmgate/core';

/** Returns the reading of a notice that names a task by its id; undefined = by none. */
export function workNamed(id: string | undefined): NoticeReading {
  return id === undefined ? { kind: 'nothing' } : { kind: 'work', id };
}
