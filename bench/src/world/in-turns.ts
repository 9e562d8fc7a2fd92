/** Calls a function for each number below `count`, in their order, with limited concurrency. */
export async function inTurns(
  count: number,
  underWay: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await act(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(underWay, count) }, worker));
}
