/** The question for the password that requests wait for which need a fresh login: one for all that wait at once. */
export class LoginConfirmation {
  readonly #listeners = new Set<() => void>();
  #asked: PromiseWithResolvers<boolean> | null = null;

  /** Resolves with whether the user has logged in again. */
  readonly ask = (): Promise<boolean> => {
    this.#set(this.#asked ?? Promise.withResolvers<boolean>());
    return this.#asked?.promise ?? Promise.resolve(false);
  };

  readonly answer = (isConfirmed: boolean): void => {
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
