/**
 * One read for all who ask at about the same time. Each caller gets an answer that was begun after it asked: those who come
 * while a read is under way share the next one.
 */
export function createSharedRead<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;

  const begin = (): Promise<Answer> => {
    const begun = read();
    const over = (): void => {
      if (underWay === begun) underWay = undefined;
    };
    underWay = begun;
    begun.then(over, over);
    return begun;
  };
  const afterwards = async (former: Promise<Answer>): Promise<Answer> => {
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
