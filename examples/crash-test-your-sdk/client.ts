/** A client as in its documents: nothing is set except its base URL. */
export interface Client {
  /** Its packages; the first one makes the calls. */
  readonly packages: readonly [string, ...string[]];
  /** Path of a submission, behind the address of a space. */
  readonly submission: RegExp;
  /** Makes one video, from the request to the file. `url`: of a space, without a slash at the end. */
  make(url: string, prompt: string): Promise<unknown>;
}
