/** The server's clock as last received; accurate to half a round trip, and only for deadlines of commands. */
export class ServerClock {
  #aheadMs: number | null = null;

  /** Records the server's clock, in ms since 1970. */
  note(serverNow: number): void {
    this.#aheadMs = serverNow - performance.now();
  }

  /** The server's clock now, in ms since 1970. Throws before the first reading: `Infinity` would hide mistakes. */
  now(): number {
    if (this.#aheadMs === null)
      throw new TypeError('The clock of the server has not been read yet.');
    return Math.floor(performance.now() + this.#aheadMs);
  }
}
