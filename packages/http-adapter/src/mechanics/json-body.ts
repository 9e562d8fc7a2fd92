import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { judgeJsonStructure, jsonBounds } from './json-structure.ts';
import { readBody } from './read-body.ts';
import { RefusedBody } from './refused-body.ts';

/**
 * Makes `application/json` the only body the scope takes. Text that is not UTF-8 (RFC 8259 §8.1), not JSON, out of
 * `jsonBounds`, or with a `__proto__` or `constructor.prototype` key is refused. The route's `bodyLimit` counts.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const bytes = request.routeOptions.bodyLimit;
    // In two steps, so that the bytes can go before their text is parsed.
    readBody(request, payload, { bytes })
      .then(textOf)
      .then(
        (text) => void parse(request, text, (error, value) => done(refusalOf(error), value)),
        done,
      );
  });
}

/** The parser of the framework throws a bare error with a status, as a hook of a program around the surface may. */
function refusalOf(error: Error | null): Error | null {
  return error === null ? null : new RefusedBody('The body is not well-formed JSON.');
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new RefusedBody('The body is not UTF-8.');
  const problem = judgeJsonStructure(body, jsonBounds);
  if (problem !== undefined) throw new RefusedBody(`The body ${problem}.`);
  return body.toString('utf8');
}
