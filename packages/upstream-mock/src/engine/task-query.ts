/** Filter and page of a task list, as in requests to Ark and MiniMax. */
export interface TaskQuery {
  /** `statusOf`: called only if needed. */
  fits(task: { readonly id: string; readonly model: string }, statusOf: () => string): boolean;
  /** The wanted page of the matching tasks. */
  pageOf<T>(tasks: readonly T[]): readonly T[];
}

/** Undefined if the page is invalid. */
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
