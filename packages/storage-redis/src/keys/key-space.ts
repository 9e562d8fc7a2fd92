/**
 * Names of all keys a store has in Redis. The whole prefix is the hash tag, so that all keys of a store are in one slot
 * and one script may use any of them. A store is one prefix: several stores may share a server.
 */
export class KeySpace {
  readonly #tag: string;

  /** `prefix`: letters, digits, `.`, `_`, `-` and `:`; anything else could break the hash tag. */
  constructor(prefix: string) {
    if (!/^[\w.:-]{1,64}$/.test(prefix))
      throw new TypeError(
        `The prefix ${JSON.stringify(prefix)} must be 1 to 64 letters, digits or . _ : -`,
      );
    this.#tag = `{${prefix}}`;
  }

  /** A key of the store; parts are joined by colons, so only the last may hold a text chosen by a caller. */
  of(...parts: readonly [string, ...string[]]): string {
    return `${this.#tag}:${parts.join(':')}`;
  }

  /** Hash: id of the history, number of commits, the commits of each node, and whether the store was halted. */
  get fence(): string {
    return this.of('fence');
  }

  /** List: the entries of the audit log as JSON, oldest first. */
  get audit(): string {
    return this.of('audit');
  }

  /** Hash: the position of each entry in the audit log, by id. */
  get auditPositions(): string {
    return this.of('audit-positions');
  }

  /** String with an expiry: the outcome of a change under its command id. */
  command(id: string): string {
    return this.of('operation', id);
  }

  /** String with an expiry: sign of life of a node. */
  node(id: string): string {
    return this.of('node', id);
  }

  /** Hash of one owner of jobs: `used`, `reserved`, `held` and, unless unlimited, `limit`. */
  owner(name: string): string {
    return this.of('owner', name);
  }

  /** Hash: maximum number of open jobs of an API user, by its id; without users that have no limit. */
  get openJobLimits(): string {
    return this.of('user-open-jobs');
  }

  /** Hash: number of open jobs that refer to `asset:<id>` and to `digest:<sha256>`; a field at 0 is removed. */
  get references(): string {
    return this.of('references');
  }
}
