import type { JsonValue } from '@filmgate/core';
import { askedIn } from '../engine/asked-fields.ts';
import type {
  FindRule,
  ListedTask,
  NoticeRule,
  PreparedCall,
  SubmissionMark,
} from '../engine/provider-description.ts';
import { workNamed } from '../engine/task-naming.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { dateIn, eachIn, idIn, type JsonObject, objectIn, textIn } from '../json/json-fields.ts';
import { compareListed } from '../models/numbered-list.ts';
import { signature } from './signature.ts';

/** Returns the reason and text of an error; undefined for other bodies, and if a task is named too. */
export function errorIn(body: JsonValue) {
  const { reason, message, task_id: task } = objectIn(body) ?? {};
  if (typeof reason !== 'string' || typeof message !== 'string' || (task ?? null) !== null)
    return undefined;
  return { code: reason, message };
}

/** The `payload` that Vidu keeps with a task: our submission's name; of other callers another one, or an empty one. */
const mark: SubmissionMark = {
  of: (call) => {
    const { payload } = askedIn(call);
    return typeof payload === 'string' ? payload : undefined;
  },
  in: (response) => {
    const task = bodyOf(response);
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
  read: (response, call) => {
    const said = bodyOf(response);
    const tasks = eachIn(said?.['tasks'], (item) => listed(item, call));
    if (tasks === undefined) return undefined;
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
  signature,
};
