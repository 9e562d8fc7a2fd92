/** Shares one read among concurrent callers; those that arrive during a read share the next one. */
export function createSharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  const begin = (): Promise<Result> => {
    const begun = read();
    const over = (): void => {
      if (underWay === begun) underWay = undefined;
    };
    underWay = begun;
    begun.then(over, over);
    return begun;
  };
  const afterwards = async (former: Promise<Result>): Promise<Result> => {
    await former.catch(() => undefined);
    next = undefined;
    return begin();
  };
  return () => {
    if (underWay === undefined) return begin();
    next ??= afterwards(underWay);
    return next;
  };
}
