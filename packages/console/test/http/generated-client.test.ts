import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { responseFields } from '../../src/app/api/response-fields.gen.ts';
import { clientFiles } from '../client/client-files.ts';
import { readServerDescription } from '../support/server-description.ts';

const described = readServerDescription(z.unknown());

const generated = (name: string): string =>
  readFileSync(new URL(`../../src/app/api/${name}.gen.ts`, import.meta.url), 'utf8');

describe('the client of the pages', () => {
  it('[console.schemas] is the one made from what the server describes; npm run client -w @filmgate/console writes it', async () => {
    const { types, fields } = await clientFiles(described.document);
    expect(generated('description')).toBe(types);
    expect(generated('response-fields')).toBe(fields);
  });

  it('[console.schemas] follows every change of an answer: another name, another type, a null', async () => {
    const before = await clientFiles(answering({ type: 'string' }, ['word']));
    const other = [
      await clientFiles(answering({ type: 'integer' }, ['word'])),
      await clientFiles(answering({ type: ['string', 'null'] }, ['word'])),
      await clientFiles(answering({ type: 'string', enum: ['a'] }, ['word'])),
      await clientFiles(answering({ type: 'string' }, [])),
    ];
    for (const { types } of other) expect(types).not.toBe(before.types);
    expect(before.fields).toContain('"GET /api/v1/admin/a": [\n    "word"');
  });

  it('knows of a list that it has rows, where it goes on, and that it names what it leaves out', () => {
    const fields = ['data', 'next_cursor', 'unreadable'];
    expect(responseFields['GET /api/v1/admin/jobs']).toEqual(fields);
  });
});

/** A description of one path with a one-word response. */
function answering(word: object, required: readonly string[]): object {
  const schema = { type: 'object', properties: { word }, required };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: { '/api/v1/admin/a': { get: { responses } } },
    components: { schemas: {} },
  };
}
