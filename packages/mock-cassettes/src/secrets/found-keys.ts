import { bodyOf, readLines } from '../cassette/cassette-folder.ts';
import { bodiesOf, type ExchangeLine } from '../cassette/cassette-line.ts';
import { leavesOf } from '../json/json-leaves.ts';

/** Kind of a text; undefined if the search ignores the text. */
type KindOf = (text: string) => string | undefined;

/** A text of an exchange, and its place in words. */
type PlacedText = readonly [place: string, text: string];

/** Positions of texts of some kind in a cassette, by number, method and path of their exchange, place and kind, and never the text. */
export function findTexts(folder: string, kindOf: KindOf): readonly string[] {
  const found: string[] = [];
  let number = 0;
  for (const read of readLines(folder)) {
    const { line } = read;
    if (line.kind !== 'exchange') continue;
    number += 1;
    const path = kindOf(line.request.path) === undefined ? ` ${line.request.path}` : '';
    const bodies = bodiesOf(line).map(
      (body): PlacedText => [
        body === line.request.body ? 'request body' : 'response body',
        bodyOf(folder, body, read).toString('latin1'),
      ],
    );
    for (const [place, text] of [...headOf(line), ...bodies]) {
      const kind = kindOf(text);
      if (kind === undefined) continue;
      const field = fieldIn(text, kindOf);
      found.push(`exchange ${number}, ${line.request.method}${path}, ${place}${field}: ${kind}`);
    }
  }
  return found;
}

function headOf({ request, response }: ExchangeLine): readonly PlacedText[] {
  const [path = '', query = ''] = request.path.split('?');
  const headers = Object.entries(response.headers);
  return [
    ['path', path],
    ...[...new URLSearchParams(query)].map(([name, text]): PlacedText => [`query ${name}`, text]),
    ...headers.map(([name, text]): PlacedText => [`response header ${name}`, text]),
  ];
}

/** The field of a body with the text; empty if no field has all of it. */
function fieldIn(text: string, kindOf: KindOf): string {
  for (const [field, value] of leavesOf(Buffer.from(text, 'latin1').toString())) {
    if (kindOf(field) !== undefined) return ', the name of a field';
    if (kindOf(value) !== undefined) return `.${field}`;
  }
  return '';
}
