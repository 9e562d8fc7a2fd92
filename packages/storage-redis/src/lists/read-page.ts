import type { SurfaceName } from '@filmgate/core';
import type { JobAccess } from '../jobs/stored-jobs.ts';
import { readTagged, surfaceTag } from '../jobs/surface-tag.ts';
import { readList } from '../script/read-list.ts';
import { listScript } from './list-script.ts';

/** Digits of a position in a member. */
const positionLength = 12;

/** List entry of a job: position, tag of the surface, id; in lists of all owners' changes also the owner. */
export interface ListMember {
  readonly position: number;
  readonly surface: SurfaceName;
  readonly id: string;
  /** Present only in the lists of changes. */
  readonly owner: string | undefined;
}

/** List entry of a job, without its owner. */
export function listMember(position: number, surface: SurfaceName, id: string): string {
  return `${String(position).padStart(positionLength, '0')}${surfaceTag(surface)}${id}`;
}

/** @throws Error for a member of no surface */
export function readMember(member: string): ListMember {
  const [tagged = '', owner] = member.slice(positionLength).split('\n', 2);
  return { position: Number(member.slice(0, positionLength)), ...readTagged(tagged), owner };
}

/** Position up to which a list was read. */
export interface ListPosition {
  readonly instant: string;
  readonly member: string;
}

/** A reading of several lists in one order. */
export interface ListReading {
  /** Keys of lists; a match is in one list of each group, and no two lists of a group have a member in common. */
  readonly groups: readonly (readonly string[])[];
  readonly surface: SurfaceName | null;
  readonly order: 'newest-first' | 'oldest-first';
  /** First instant; null = from the beginning. */
  readonly from: number | null;
  /** Last instant, exclusive; null = to the end. */
  readonly until: number | null;
  readonly after: ListPosition | null;
  readonly limit: number;
}

export interface ListPage {
  readonly members: readonly string[];
  /** Position up to which the lists were checked; null when there is nothing to check. */
  readonly last: ListPosition | null;
  readonly isAll: boolean;
}

/** The next members of the lists together; may be empty before the end, because a call checks a limited number. */
export async function readPage({ scripts }: JobAccess, reading: ListReading): Promise<ListPage> {
  const { groups, order, from, until, after, limit, surface } = reading;
  const call = listScript.call(
    {},
    {
      order,
      from: from ?? '-inf',
      below: until === null ? '+inf' : `(${String(until)}`,
      afterInstant: after?.instant ?? '',
      afterMember: after?.member ?? '',
      limit,
      surfaceTag: surface === null ? '' : surfaceTag(surface),
    },
    { keys: groups.flat(), arguments: groups.map((lists) => lists.length) },
  );
  const reply = readList(await scripts.read(listScript.script, call), 'list-jobs');
  const [isAll, ...words] = reply;
  const [member = '', instant = '', ...members] = words.map(String);
  return { members, last: member === '' ? null : { member, instant }, isAll: isAll === 1 };
}
