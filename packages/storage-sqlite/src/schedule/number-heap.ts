/** A binary heap of numbers, smallest first. */
export class NumberHeap {
  readonly #numbers: number[] = [];

  peek(): number | undefined {
    return this.#numbers[0];
  }

  push(value: number): void {
    const numbers = this.#numbers;
    let index = numbers.push(value) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = numbers[above];
      if (parent === undefined || parent <= value) break;
      numbers[index] = parent;
      index = above;
    }
    numbers[index] = value;
  }

  pop(): number | undefined {
    const smallest = this.#numbers[0];
    const last = this.#numbers.pop();
    if (last !== undefined && this.#numbers.length > 0) this.#sink(last);
    return smallest;
  }

  #sink(value: number): void {
    const numbers = this.#numbers;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const child = (numbers[right] ?? Infinity) < (numbers[left] ?? Infinity) ? right : left;
      const least = numbers[child];
      if (least === undefined || least >= value) break;
      numbers[index] = least;
      index = child;
    }
    numbers[index] = value;
  }
}
