/** Values that are remembered, and the longest text of one. */
const mostValues = 256;
const longestText = 4_096;

/** Gives equal values as one object, as long as few of them differ, so that many cost little memory. They are plain data, and stay as they are. */
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
