/** Identifiers nobody can guess. */
export interface IdSource {
  /** 26 lower-case Crockford base32 characters, strictly increasing within a process [tasks.object.id]. */
  next(): string;
}
