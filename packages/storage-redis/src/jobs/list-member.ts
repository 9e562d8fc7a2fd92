import { type JobOrigin, jobOrigins } from '@filmgate/core';

/** Digits of a place in a member. */
const placeLength = 12;

/** What lists hold of a job: place, first letter of the origin, id; where everybody's changes are listed also the owner. */
export interface ListMember {
  readonly place: number;
  readonly origin: JobOrigin;
  readonly id: string;
  /** Only in the lists of changes. */
  readonly owner: string | undefined;
}

const originByLetter = new Map(jobOrigins.map((origin) => [origin.charAt(0), origin]));

/** @throws Error for a letter no origin begins with: two that began alike would break every list */
export function readMember(member: string): ListMember {
  const origin = originByLetter.get(member.charAt(placeLength));
  if (origin === undefined) throw new Error(`Redis lists ${member}, of no known origin`);
  const [id = '', owner] = member.slice(placeLength + 1).split('\n', 2);
  return { place: Number(member.slice(0, placeLength)), origin, id, owner };
}
