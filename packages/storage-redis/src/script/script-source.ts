/** What a script is made of. */
export interface ScriptSource {
  /** Names it in faults and in the log. */
  readonly name: string;
  /**
   * `change`: may write; runs at most once per operation id. `read`: never writes, safe to repeat.
   */
  readonly kind: 'change' | 'read';
  /**
   * The body of a Lua function without parameters. `KEYS` and `ARGV` are those of the call, counted from 1; use the locals
   * `keyCount` and `argumentCount` in place of `#KEYS` and `#ARGV`, behind which the frame's own follow.
   *
   * A change returns its outcome as a string, with `NOTHING_WRITTEN` as second value when it wrote nothing, or
   * `fault('what')` when the call contradicts what is stored (thrown as `StorageUnavailable`, `applied: 'no'`). Redis takes
   * nothing back: it must decide everything before its first write. A read returns whatever Redis can answer.
   */
  readonly lua: string;
  /** Only for changes: body of a Lua function of `outcome`; its value is answered beside the outcome, and never stored. It must not write. */
  readonly show?: string;
  /**
   * Whether it may run while the store is halted because it forgot commits; default `refused`. Allowed is what administrators need to look and
   * to acknowledge, and what keeps facts. Reads of jobs are refused too: who is told that a job is not there might make it, and pay for it, again.
   */
  readonly whileHalted?: 'refused' | 'allowed';
}
