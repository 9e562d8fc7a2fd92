import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/** JSON text that is not UTF-8 (RFC 8259 §8.1). */
class JsonNotUtf8 extends Error {
  override readonly name = 'JsonNotUtf8';
  readonly statusCode = 400;
}

/**
 * Makes `application/json` the only body the scope takes. Text that is not UTF-8, not JSON, or carries a `__proto__` or
 * `constructor.prototype` key is an error with `statusCode` 400. The route's `bodyLimit` counts.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!isUtf8(body)) {
        done(new JsonNotUtf8('The body is not UTF-8.'), undefined);
        return;
      }
      void parse(request, body.toString('utf8'), done);
    },
  );
}
