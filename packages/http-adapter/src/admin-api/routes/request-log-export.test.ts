import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { csvRow } from './request-log-export.ts';

/** Splits one line into fields as RFC 4180 reads them. */
function readRow(row: string): readonly string[] {
  const fields = [...`,${row}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  return fields.map(([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '');
}

describe('a line of CSV', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [[null, 0, false, ''], ',0,false,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [[-5, 'a-5', '5-a'], '-5,a-5,5-a\r\n'],
  ] as const)('of %j is %j', (fields, row) => {
    expect(csvRow(fields)).toBe(row);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1',
    '=HYPERLINK("https://evil.example","x")',
  ])('[console.logs-export] lets no spreadsheet calculate %j', (text) => {
    expect(readRow(csvRow([text]))).toEqual([`'${text}`]);
  });
});

test.prop([fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 })])(
  'every text is found again, but for the apostrophe',
  (texts) => {
    const read = readRow(csvRow(texts));
    expect(
      read.map((field, index) => (field === `'${texts[index]}` ? texts[index] : field)),
    ).toEqual(texts);
    expect(read.every((field) => !/^\s*[=+\-@]/.test(field))).toBe(true);
  },
);
