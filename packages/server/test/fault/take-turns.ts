/**
 * Runs acts, a limited number at once and the others as those end. Each has a maximum time from the beginning of its
 * turn.
 */
export function takeTurns(
  atOnce: number,
  withinMs: number,
): <T>(act: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    try {
      return await inTime(act, withinMs);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

async function inTime<T>(act: () => Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`not within ${withinMs} ms of its turn`)),
    withinMs,
  );
  try {
    return await Promise.race([act(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
