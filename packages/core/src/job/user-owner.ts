const prefix = 'user:';

/** The owner of an API user's jobs, uploads and requests; see `Job.owner`. */
export function ownerOfUser(userId: string): string {
  return `${prefix}${userId}`;
}

/** Returns the API user of an owner; undefined when the owner is not an API user. */
export function userOfOwner(owner: string): string | undefined {
  return owner.startsWith(prefix) ? owner.slice(prefix.length) : undefined;
}
