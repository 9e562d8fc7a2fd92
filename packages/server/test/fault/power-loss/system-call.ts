/** One system call that was carried out, as `strace -f -y` recorded it. */
export interface SystemCall {
  readonly name: string;
  /** Path of the file the call was given as a descriptor, `socket:[…]` for a connection; null when it was given none. */
  readonly file: string | null;
  /** The texts among its arguments, one character per byte: paths, or what was written. */
  readonly texts: readonly string[];
  /** Words of its flags, `O_CREAT` for example. */
  readonly flags: ReadonlySet<string>;
  /** Place in the trace where it was asked for. A traced process waits there until the place is taken. */
  readonly begun: number;
  /** Place in the trace where it returned. Whatever the process does because of it has a later place. */
  readonly ended: number;
}
