/** A mistake of the caller; nothing was stored. */
export interface InvalidRequest {
  readonly kind: 'invalid-request';
  /** The field, as its path in the input: `draft.references[0].kind`. */
  readonly param: string;
  /** A sentence that names the field and its limit. */
  readonly message: string;
}

/** Longest path a refusal names, in UTF-16 units: names within it may be the caller's. */
const longestParam = 128;

/** A refusal of one field; `rule` completes the sentence "<param> …". */
export function invalidRequest(
  path: string | readonly PropertyKey[],
  rule: string,
): InvalidRequest {
  const param = (typeof path === 'string' ? path : pathText(path))
    .slice(0, longestParam)
    .toWellFormed();
  return { kind: 'invalid-request', param, message: `${param} ${rule}.` };
}

/** Writes a path like code: `draft.references[0].kind`. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  return text === '' ? 'The request' : text.replace(/^\./, '');
}
