/** One completed system call, as `strace -f -y` recorded it. */
export interface SystemCall {
  readonly name: string;
  /** Path of the file of the call's descriptor, `socket:[…]` for a connection; null without a descriptor. */
  readonly file: string | null;
  /** The texts among its arguments, one character per byte: paths, or written data. */
  readonly texts: readonly string[];
  /** Words of its flags, `O_CREAT` for example. */
  readonly flags: ReadonlySet<string>;
  /** Position in the trace of its begin. A traced process waits there until the position is written. */
  readonly begun: number;
  /** Position in the trace of its return. Everything the process does because of it has a later position. */
  readonly ended: number;
}
