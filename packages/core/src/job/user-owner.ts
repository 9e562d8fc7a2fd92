const prefix = 'user:';

/** The owner of an API user's jobs, uploads and requests; see `Job.owner`. */
export function ownerOfUser(userId: string): string {
  return `${prefix}${userId}`;
}

/** The API user whose jobs an owner has; undefined when the owner is none. */
export function userOfOwner(owner: string): string | undefined {
  return owner.startsWith(prefix) ? owner.slice(prefix.length) : undefined;
}
