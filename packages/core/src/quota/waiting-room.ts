/** Jobs that wait for an account, from the view of one owner that brings another one. */
export interface WaitingRoom {
  /** Maximum waiting jobs in all. */
  readonly limit: number;
  /** Waiting jobs an owner may have although the room is full. */
  readonly ownerShare: number;
  /** Present waiting jobs: of all owners, and of this one. */
  readonly waiting: number;
  readonly ownWaiting: number;
}

export type RoomVerdict =
  | 'admitted'
  /** No more jobs may wait, whoever owns them. */
  | 'room-full'
  /** The room is full, and the owner has its share of it or more. */
  | 'share-taken';

/**
 * Decides if one more job may wait. Anybody may fill the room; when it is full, an owner with fewer waiting jobs than
 * its share is still let in, up to twice the limit of the room. So one owner's backlog keeps no other owner out, and
 * the number of waiting jobs stays bounded. An owner that fills the room alone gets `queue-full`.
 */
export function checkRoom({ limit, ownerShare, waiting, ownWaiting }: WaitingRoom): RoomVerdict {
  if (waiting < limit) return 'admitted';
  if (ownWaiting < ownerShare) return waiting < 2 * limit ? 'admitted' : 'room-full';
  return ownerShare > 0 && ownWaiting < waiting ? 'share-taken' : 'room-full';
}
