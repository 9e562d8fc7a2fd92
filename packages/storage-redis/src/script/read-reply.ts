/** Response of a script's frame. */
export type ScriptReply =
  | {
      readonly kind: 'done';
      readonly commits: number;
      readonly ownCommits: number;
      /** The outcome of a change, or the value of a read. */
      readonly value: unknown;
      /** Value that `show` returned for the outcome. */
      readonly shown: unknown;
    }
  /** The store knows fewer commits than this node: nothing was done. */
  | { readonly kind: 'forgotten' }
  /** The store was halted because it forgot commits: nothing was done. `halt` is the record as JSON text. */
  | { readonly kind: 'halted'; readonly halt: string }
  /** The change arrived after its deadline by the server's clock, in ms since 1970: nothing was done. */
  | { readonly kind: 'late'; readonly serverNow: number }
  /** The call contradicts what is stored: nothing was done. */
  | { readonly kind: 'fault'; readonly what: string };

/** Parses a response of the frame; anything else is a bug of this code. */
export function readReply(reply: unknown): ScriptReply {
  if (!isList(reply)) throw new TypeError('A script returned no frame.');
  const [kind, first, second, value, shown] = reply;
  switch (kind) {
    case 'done':
      return { kind, commits: Number(first), ownCommits: Number(second), value, shown };
    case 'forgotten':
      return { kind };
    case 'halted':
      return { kind, halt: String(first) };
    case 'late':
      return { kind, serverNow: Number(first) };
    case 'fault':
      return { kind, what: String(first) };
    default:
      throw new TypeError('A script returned an unknown frame.');
  }
}

function isList(reply: unknown): reply is readonly unknown[] {
  return Array.isArray(reply);
}
