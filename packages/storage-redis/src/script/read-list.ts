/** Whether Redis answered a list. */
export function isList(answer: unknown): answer is readonly unknown[] {
  return Array.isArray(answer);
}

/** The list a script answers; anything else is a fault of ours. */
export function readList(answer: unknown, script: string): readonly unknown[] {
  if (isList(answer)) return answer;
  throw new TypeError(`${script} answered without a list.`);
}
