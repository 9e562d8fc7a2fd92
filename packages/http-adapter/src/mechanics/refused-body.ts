/** A body that is not taken. `message` is for the caller, of bounded length, and names the limit where there is one. */
export class RefusedBody extends Error {
  override readonly name: string = 'RefusedBody';
  readonly problem: 'body-malformed' | 'body-too-large';
  /** The field concerned, as the caller wrote it; undefined when it is the body itself. */
  readonly param: string | undefined;

  constructor(message: string, about: Partial<Pick<RefusedBody, 'problem' | 'param'>> = {}) {
    super(message);
    this.problem = about.problem ?? 'body-malformed';
    this.param = about.param;
  }
}
