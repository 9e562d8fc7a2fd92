/** How much may be out at once. */
export interface AllowanceLimits {
  /** For one name. */
  readonly each: number;
  /** For all names together. */
  readonly inAll: number;
}

/** Something of which only so much may be out at once: bytes, requests, downloads. */
export interface Allowance {
  readonly limits: AllowanceLimits;
  /** Takes all of the amount or nothing. `own`: the share of the name is used up; `all`: what all share is. */
  take(name: string, amount: number): 'taken' | 'own' | 'all';
  /** Gives back what was taken under the name. */
  give(name: string, amount: number): void;
  /** How much is out. */
  readonly out: number;
}

/** Costs one entry for each name that has something out, and none for the others. */
export function createAllowance(limits: AllowanceLimits): Allowance {
  const outByName = new Map<string, number>();
  let out = 0;
  return {
    limits,
    take(name, amount) {
      const own = (outByName.get(name) ?? 0) + amount;
      if (own > limits.each) return 'own';
      if (out + amount > limits.inAll) return 'all';
      if (own > 0) outByName.set(name, own);
      out += amount;
      return 'taken';
    },
    give(name, amount) {
      const left = (outByName.get(name) ?? 0) - amount;
      if (left > 0) outByName.set(name, left);
      else outByName.delete(name);
      out -= amount;
    },
    get out() {
      return out;
    },
  };
}
