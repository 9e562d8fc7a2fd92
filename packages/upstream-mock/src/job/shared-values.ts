/** Maximum number of remembered values, and maximum length of one as text. */
const mostValues = 256;
const longestText = 4_096;

/** Returns equal values as one object while few of them differ, to save memory. They are plain, immutable data. */
export class SharedValues<Value extends object> {
  readonly #known = new Map<string, Value>();

  share(value: Value): Value {
    const text = JSON.stringify(value);
    const known = this.#known.get(text);
    if (known !== undefined || text.length > longestText) return known ?? value;
    if (this.#known.size === mostValues) this.#known.clear();
    this.#known.set(text, value);
    return value;
  }

  clear(): void {
    this.#known.clear();
  }
}
