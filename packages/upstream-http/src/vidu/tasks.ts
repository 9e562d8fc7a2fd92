import type { JsonValue } from '@filmgate/core';
import type {
  FindRule,
  JsonResponse,
  ListedTask,
  NoticeRule,
  PreparedCall,
  SubmissionMark,
} from '../engine/provider-description.ts';
import { type TaskNaming, workNamed } from '../engine/task-naming.ts';
import { dateIn, idIn, type JsonObject, objectIn, objectsIn, textIn } from '../json/json-fields.ts';
import { askedIn, compareListed } from '../models/numbered-list.ts';

/** Returns the reason and text of an error; undefined for other bodies, and if a task is named too. */
export function errorIn(body: JsonValue) {
  const { reason, message, task_id: task } = objectIn(body) ?? {};
  if (typeof reason !== 'string' || typeof message !== 'string' || (task ?? null) !== null)
    return undefined;
  return { code: reason, message };
}

export function isUnknownTask({ status, body }: JsonResponse): boolean {
  return status === 404 && errorIn(body)?.code === 'TaskNotFound';
}

/** The `payload` that Vidu keeps with a task: our submission's name; of other callers another one, or an empty one. */
const mark: SubmissionMark = {
  of: (call) => {
    const { payload } = askedIn(call);
    return typeof payload === 'string' ? payload : undefined;
  },
  in: (response) => {
    const task = response.status === 200 ? objectIn(response.body) : undefined;
    if (task === undefined) return undefined;
    return typeof task['payload'] === 'string' ? task['payload'] : null;
  },
};

const listPath = '/ent/v2/tasks?pager.pagesz=100';

/** Fields of a listed task, under the names of its submission. */
const shown = ['model', 'duration', 'resolution', 'aspect_ratio'];

/** Searches a lost submission in the list of the last seven days; the read of a task has its name. */
export const find: FindRule = {
  kind: 'list',
  firstPage: () => ({ path: listPath }),
  read: ({ status, body }, call) => {
    const said = status === 200 ? objectIn(body) : undefined;
    const items = objectsIn(said?.['tasks']);
    const tasks = items?.map((item) => listed(item, call));
    if (tasks?.every((task) => task !== undefined) !== true) return undefined;
    const named = said?.['next_page_token'] ?? '';
    const token = tasks.length === 0 || named === '' ? '' : idIn(named);
    if (token === undefined) return undefined;
    const rest = `&pager.page_token=${encodeURIComponent(token)}`;
    return { tasks, next: token === '' ? null : { path: `${listPath}${rest}` } };
  },
  mark,
};

function listed(item: JsonObject, call: PreparedCall): ListedTask | undefined {
  const task = idIn(item['id']);
  if (task === undefined) return undefined;
  const name = textIn(item['payload']);
  return {
    task,
    createdAt: dateIn(item['created_at']) ?? null,
    reported: Object.fromEntries(shown.map((field) => [field, item[field]])),
    matches: compareListed(item, askedIn(call), shown),
    ...(name !== undefined && { echoedMark: name }),
  };
}

/** A notice has the task as a read shows it. */
export const notice: NoticeRule = {
  read: (body) => workNamed(idIn(objectIn(body)?.['id'])),
  mark,
};

/** A read of a task repeats nothing of its submission but the name. */
export const naming: TaskNaming = {
  taskOf: (id) => id,
  idOf: textIn,
  facts: ({ body }) => ({ createdAt: null, reported: { payload: objectIn(body)?.['payload'] } }),
};
