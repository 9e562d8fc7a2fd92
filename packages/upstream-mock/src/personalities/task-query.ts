/** Which tasks a list is of, as Ark and MiniMax are asked. */
export interface TaskQuery {
  /** `statusOf`: asked only where it matters. */
  fits(task: { readonly id: string; readonly model: string }, statusOf: () => string): boolean;
  /** The page that is wanted of all that fit. */
  pageOf<T>(tasks: readonly T[]): readonly T[];
}

/** Undefined where the page is none. */
export function readTaskQuery(query: URLSearchParams): TaskQuery | undefined {
  const page = wholeNumber(query.get('page_num') ?? '1');
  const size = wholeNumber(query.get('page_size') ?? '20');
  if (page === undefined || size === undefined) return undefined;
  const [status, model] = [query.get('filter.status'), query.get('filter.model')];
  const ids = new Set(query.getAll('filter.task_ids'));
  return {
    fits: (task, statusOf) =>
      (status === null || statusOf() === status) &&
      (model === null || task.model === model) &&
      (ids.size === 0 || ids.has(task.id)),
    pageOf: (tasks) => tasks.slice((page - 1) * size, page * size),
  };
}

function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 500 ? value : undefined;
}
