/** An item that falls due; its index in a heap is stored on the item so that it can be removed. */
export interface Due {
  /** Order of acceptance; decides between equals. */
  readonly position: number;
  /** Instant the item is filed under, in ms since 1970. */
  filedAt: number;
  /** Index in the heap that holds the item; -1 = in none. */
  heapIndex: number;
}

/** Binary heap by instant: adding, removing and moving cost the logarithm of its size. */
export class DueHeap<Item extends Due> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** All items, in no order. Their instants may be changed while all are changed by the same amount. */
  items(): Iterable<Item> {
    return this.#items;
  }

  /** The earliest, or undefined when empty. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** Precondition: the item is in this heap. */
  remove(item: Item): void {
    const index = item.heapIndex;
    const last = this.#items.pop();
    item.heapIndex = -1;
    if (last === undefined || last === item) return;
    if (this.#rise(last, index) === index) this.#sink(last, index);
  }

  #rise(item: Item, from: number): number {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      this.#lane(parent, index);
      index = above;
    }
    this.#lane(item, index);
    return index;
  }

  #sink(item: Item, from: number): void {
    let index = from;
    for (;;) {
      const child = this.#earlierChild(index);
      if (child === undefined || !isBefore(child, item)) break;
      const below = child.heapIndex;
      this.#lane(child, index);
      index = below;
    }
    this.#lane(item, index);
  }

  #earlierChild(index: number): Item | undefined {
    const left = this.#items[2 * index + 1];
    const right = this.#items[2 * index + 2];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  #lane(item: Item, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return (
    one.filedAt < other.filedAt || (one.filedAt === other.filedAt && one.position < other.position)
  );
}
