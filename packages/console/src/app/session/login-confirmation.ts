/**
 * Password confirmation for requests that need a recent login; a single one for all requests waiting at the same time.
 */
export class LoginConfirmation {
  readonly #listeners = new Set<() => void>();
  #asked: PromiseWithResolvers<boolean> | null = null;

  /** Resolves with true after a new login, with false after a cancel. */
  readonly ask = (): Promise<boolean> => {
    this.#set(this.#asked ?? Promise.withResolvers<boolean>());
    return this.#asked?.promise ?? Promise.resolve(false);
  };

  readonly response = (isConfirmed: boolean): void => {
    this.#asked?.resolve(isConfirmed);
    this.#set(null);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isAsked = (): boolean => this.#asked !== null;

  #set(asked: PromiseWithResolvers<boolean> | null): void {
    this.#asked = asked;
    for (const listener of this.#listeners) listener();
  }
}
