import { bodiesOf } from '../cassette/cassette-line.ts';
import { bodyOf, readLines } from '../cassette/cassette-folder.ts';
import { leavesOf } from '../exchange/json-leaves.ts';
import type { ExchangeLine } from '../cassette/cassette-line.ts';

/** A text of an exchange, and its place in words. */
interface PlacedText {
  readonly place: string;
  readonly text: string;
}

/**
 * Exchanges of a cassette with a text of some kind, in words: number, method, path, place and kind, and never the text.
 *
 * @param kindOf - the kind of a text; undefined if it is none
 */
export function findTexts(
  folder: string,
  kindOf: (text: string) => string | undefined,
): readonly string[] {
  const found: string[] = [];
  let number = 0;
  for (const numbered of readLines(folder)) {
    const { line } = numbered;
    if (line.kind !== 'exchange') continue;
    number += 1;
    const path = kindOf(line.request.path) === undefined ? ` ${line.request.path}` : '';
    const name = `exchange ${number}, ${line.request.method}${path}`;
    const isOfRequest = (body: string) => body === line.request.body;
    const bodies = bodiesOf(line).map((body) => ({
      place: isOfRequest(body) ? 'request body' : 'response body',
      text: bodyOf(folder, body, numbered).toString('latin1'),
    }));
    for (const whole of [...headOf(line), ...bodies]) {
      const kind = kindOf(whole.text);
      if (kind !== undefined) found.push(`${name}, ${placeIn(whole, kindOf)}: ${kind}`);
    }
  }
  return found;
}

function headOf({ request, response }: ExchangeLine): readonly PlacedText[] {
  const [path = '', query = ''] = request.path.split('?');
  return [
    { place: 'path', text: path },
    ...[...new URLSearchParams(query)].map(([name, text]) => ({ place: `query ${name}`, text })),
    ...Object.entries(response.headers).map(([name, text]) => ({
      place: `response header ${name}`,
      text,
    })),
  ];
}

/** The field of a body with the text; the whole body if no field has all of it. */
function placeIn(
  { place, text }: PlacedText,
  kindOf: (text: string) => string | undefined,
): string {
  for (const [field, value] of leavesOf(Buffer.from(text, 'latin1').toString())) {
    // The name of a field can be the key.
    const shown = kindOf(field) === undefined ? field : 'the name of a field';
    if (kindOf(field) !== undefined || kindOf(value) !== undefined) return `${place}.${shown}`;
  }
  return place;
}
