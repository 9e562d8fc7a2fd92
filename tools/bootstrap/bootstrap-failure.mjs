/** A reason the project cannot be made ready, worded for the person at the terminal; shown without a stack. */
export class BootstrapFailure extends Error {
  /** @override */
  name = 'BootstrapFailure';
}
