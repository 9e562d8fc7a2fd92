/** The server's clock as this node last heard it; good to half a round trip, and only for deadlines of commands. */
export class ServerClock {
  #aheadMs: number | null = null;

  /** Notes what the server's clock said just now, in ms since 1970. */
  note(serverNow: number): void {
    this.#aheadMs = serverNow - performance.now();
  }

  /** The server's clock now, in ms since 1970; `Infinity` before it was ever heard would hide mistakes, so it throws. */
  now(): number {
    if (this.#aheadMs === null)
      throw new TypeError('The clock of the server has not been read yet.');
    return Math.floor(performance.now() + this.#aheadMs);
  }
}
