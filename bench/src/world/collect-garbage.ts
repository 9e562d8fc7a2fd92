/** Frees what is not in use, as far as the engine was started with `--expose-gc`. */
export async function collectGarbage(): Promise<void> {
  // Twice, with a turn between: finalisers of the first run free what the second finds.
  for (let run = 0; run < 2; run += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
