import type { RawRequestDefaultExpression } from 'fastify';

/** What we repeat from a caller: short enough for a log line, nothing a header or a log could misread. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * Gives each request an id: the caller's `x-request-id` when it is one plain word, else a new one. A repeated header
 * arrives joined by a comma and so does not pass.
 */
export function createRequestIds(
  next: () => string,
): (request: Pick<RawRequestDefaultExpression, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && acceptable.test(given) ? given : `req_${next()}`;
  };
}
