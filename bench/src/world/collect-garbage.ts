/** Collects garbage if the engine was started with `--expose-gc`. */
export async function collectGarbage(): Promise<void> {
  // Twice, with a turn between: finalisers of the first run release objects for the second.
  for (let run = 0; run < 2; run += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
