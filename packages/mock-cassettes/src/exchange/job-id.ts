import { fieldOf } from '../json/json-leaves.ts';

/** Paths to a job's id in an acceptance, by provider; those that may be the id of the response itself come last. */
const idPaths = [
  ['task_id'],
  ['data', 'task_id'],
  ['data', 'id'],
  ['output', 'task_id'],
  ['request_id'],
  ['id'],
  ['name'],
];

/** Id of the job that this response accepted, without a path in front; undefined if it accepted none, or names none. */
export function acceptedId(
  { method }: { readonly method: string },
  { ok }: Response,
  body: unknown,
): string | undefined {
  if (method !== 'POST' || !ok) return undefined;
  // Kling's `request_id` names the response, not the task, whose id is deeper.
  const hasCode = fieldOf(body, 'code') !== undefined;
  for (const path of idPaths) {
    if (path[0] === 'request_id' && hasCode) continue;
    const found = path.reduce(fieldOf, body);
    const id = typeof found === 'string' ? found.split('/').at(-1) : undefined;
    if (id !== undefined && /^[\w-]{6,}$/.test(id) && /\d/.test(id)) return id;
  }
  return undefined;
}

const wordPrefix = /^[a-z]+[_-](?=.)/i;

/** Pattern of an id: its word prefix literally, then `9`, `a` and `A` for the rest. */
export function formOf(id: string): string {
  const [word = ''] = wordPrefix.exec(id) ?? [];
  const rest = id.slice(word.length);
  const form = rest.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '9');
  return word + form;
}

/** An id of this pattern, from hexadecimal digits. */
export function idOfForm(form: string, digest: string): string {
  let at = 0;
  const [word = ''] = wordPrefix.exec(form) ?? [];
  const next = () => Number.parseInt(digest[at++ % digest.length] ?? '0', 16);
  const rest = form
    .slice(word.length)
    .replaceAll('9', () => String(next() % 10))
    .replaceAll('a', () => 'abcdef'[next() % 6] ?? 'a')
    .replaceAll('A', () => 'ABCDEF'[next() % 6] ?? 'A');
  return word + rest;
}
