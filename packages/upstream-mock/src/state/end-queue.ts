/** Jobs in flight, ordered by their end: a binary heap, so that a submission costs the same at any number. */
export interface EndQueue<Job> {
  readonly size: number;
  push(job: Job): void;
  /** Removes and returns a job that has ended by `now`; undefined without one. */
  takeEnded(now: number): Job | undefined;
}

/** A job and its end. */
interface Ending {
  readonly endsAt: number;
}

export function createEndQueue<Job extends Ending>(): EndQueue<Job> {
  const heap: Job[] = [];
  return {
    get size() {
      return heap.length;
    },
    push: (job) => {
      heap.push(job);
      siftUp(heap);
    },
    takeEnded: (now) => {
      const [first] = heap;
      if (first === undefined || now < first.endsAt) return undefined;
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        siftDown(heap);
      }
      return first;
    },
  };
}

function endOf(heap: readonly Ending[], index: number): number {
  return heap[index]?.endsAt ?? Number.POSITIVE_INFINITY;
}

function swap(heap: Ending[], one: number, other: number): void {
  const [a, b] = [heap[one], heap[other]];
  if (a === undefined || b === undefined) return;
  heap[one] = b;
  heap[other] = a;
}

function siftUp(heap: Ending[]): void {
  let index = heap.length - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (endOf(heap, parent) <= endOf(heap, index)) return;
    swap(heap, parent, index);
    index = parent;
  }
}

function siftDown(heap: Ending[]): void {
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const smaller = endOf(heap, left + 1) < endOf(heap, left) ? left + 1 : left;
    if (endOf(heap, index) <= endOf(heap, smaller)) return;
    swap(heap, index, smaller);
    index = smaller;
  }
}
