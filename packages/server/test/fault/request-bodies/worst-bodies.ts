import type { BodyRoute, ListPath } from './body-routes.ts';

/** One body meant to cost more than it is worth. */
export interface WorstBody {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Sent one byte a chunk, instead of with its length. */
  readonly inPieces?: true;
}

/** A value for every field a route requires; a field it does not have fails the test, and is to be added here. */
export type GoodFields = Readonly<Record<string, unknown>>;

const json = 'application/json';
/** Stands in a body where it is to be filled up. */
const gap = '\u0000';

/** The text of a body with its gap filled up to a size by repeating `unit`. */
function filled(body: unknown, { bytes, open, unit, close }: Filling): Buffer {
  const [head = '', tail = ''] = JSON.stringify(body).split(JSON.stringify(gap));
  const room = Math.max(0, bytes - head.length - tail.length - open.length - close.length);
  const middle = Buffer.alloc(Math.floor(room / unit.length) * unit.length, unit);
  return Buffer.concat([Buffer.from(head + open), middle, Buffer.from(close + tail)]);
}

interface Filling {
  readonly bytes: number;
  readonly open: string;
  readonly unit: string;
  readonly close: string;
}

const asciiList = { open: '[1', unit: ',1', close: ']' };

/** Bodies any parser of JSON can be sent. */
function jsonBodies(good: GoodFields, bytes: number): readonly WorstBody[] {
  const body = (name: string, whole: unknown, filling: Omit<Filling, 'bytes'>): WorstBody => ({
    name,
    contentType: json,
    bytes: filled(whole, { bytes, ...filling }),
  });
  const root = gap;
  const unknown = { ...good, unknown_field: root };
  const manyFields = Array.from({ length: 19_000 }, (_, index) => `"f${index}":1`).join(',');
  return [
    body('tiny values', root, asciiList),
    body('tiny values in an unknown field', unknown, asciiList),
    body('empty containers', unknown, { open: '[[]', unit: ',[]', close: ']' }),
    body('deep nesting', unknown, { open: '', unit: '[', close: '' }),
    body('unknown fields of one name', root, { open: '{"a":1', unit: ',"a":1', close: '}' }),
    body('many unknown fields and a long one', root, {
      open: `{${manyFields},"x":"`,
      unit: 'x',
      close: '"}',
    }),
    body('one long string', unknown, { open: '"', unit: 'x', close: '"' }),
    body('one long string of escapes', unknown, { open: '"', unit: '\\n', close: '"' }),
    body('one long string of wide characters', unknown, { open: '"\u4e2d', unit: 'x', close: '"' }),
    body('a long name', root, { open: '{"', unit: 'x', close: '":1}' }),
    body('a long number', unknown, { open: '1', unit: '1', close: '' }),
    body('white space', unknown, { open: '', unit: ' ', close: '1' }),
    body('quotes', root, { open: '', unit: '"', close: '' }),
    body('brackets', root, { open: '', unit: ']', close: '' }),
    ...Object.keys(good).flatMap((name) => [
      body(`a long ${name}`, { ...good, [name]: root }, { open: '"', unit: 'x', close: '"' }),
      body(
        `a ${name} of white space`,
        { ...good, [name]: root },
        { open: '"', unit: ' ', close: '"' },
      ),
    ]),
  ];
}

/** Sets the value at a path of fields and items. */
function withValueAt(body: unknown, [step, ...rest]: ListPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '0') return [withValueAt({ type: 'text', role: 'user' }, rest, value)];
  const fields = typeof body === 'object' && body !== null ? body : {};
  return { ...fields, [step]: withValueAt(Reflect.get(fields, step), rest, value) };
}

/** The worst lists one list field can be sent. */
function listBodies(good: GoodFields, path: ListPath, bytes: number): readonly WorstBody[] {
  const whole = withValueAt(good, path, gap);
  const items: Readonly<Record<string, string>> = {
    numbers: '1',
    texts: '"https://a.example/"',
    'empty objects': '{}',
    'data URLs': '"data:;base64,"',
    nulls: 'null',
    parts: '{"type":"text","text":"a"}',
  };
  const named = Object.entries(items).map(([name, item]) => ({
    name: `${path.join('.')} of ${name}`,
    contentType: json,
    bytes: filled(whole, { bytes, open: `[${item}`, unit: `,${item}`, close: ']' }),
  }));
  const few = Array.from({ length: 9000 }, () => '1').join(',');
  const longest = { bytes, open: `[${few},"data:image/png;base64,`, unit: 'A \\n', close: '"]' };
  return [
    ...named,
    ...Object.entries(items).map(([name, item]) =>
      withinBounds(whole, { path, name, item, bytes }),
    ),
    {
      name: `${path.join('.')} of 9000 and a data URL`,
      contentType: json,
      bytes: filled(whole, longest),
    },
  ];
}

/** As many items as any body may hold, so that they reach the field's own limit, and white space to the size. */
function withinBounds(
  whole: unknown,
  list: {
    readonly path: ListPath;
    readonly name: string;
    readonly item: string;
    readonly bytes: number;
  },
): WorstBody {
  const { path, name, item, bytes } = list;
  const valuesEach = item.startsWith('{') ? 1 + item.split('":').length - 1 : 1;
  const items = Array.from({ length: Math.floor(19_900 / valuesEach) }, () => item).join(',');
  return {
    name: `${path.join('.')} of as many ${name} as may be`,
    contentType: json,
    bytes: filled(whole, { bytes, open: `[${items}`, unit: ' ', close: ']' }),
  };
}

/** Bodies a parser of forms can be sent. */
function formBodies(
  good: GoodFields,
  lists: readonly ListPath[],
  bytes: number,
): readonly WorstBody[] {
  const part = (head: string, value = ''): string =>
    `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const fields = Object.entries(good)
    .map(([name, value]) => part(`name="${name}"`, String(value)))
    .join('');
  const form = (
    name: string,
    head: string,
    unit: string,
    tail: string,
    boundary = 'X',
  ): WorstBody => {
    const room = Math.max(0, bytes - head.length - tail.length);
    const middle = Buffer.alloc(Math.floor(room / unit.length) * unit.length, unit);
    return {
      name: `a form of ${name}`,
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes: Buffer.concat([Buffer.from(head), middle, Buffer.from(tail)]),
    };
  };
  const file = 'name="input_reference"; filename="a.png"';
  const dashes = '-'.repeat(69);
  const last = '--X--\r\n';
  return [
    form('hyphens', '', '-', '', '-'),
    form(
      'hyphens within a part',
      `---\r\nContent-Disposition: form-data; ${file}\r\n\r\n`,
      '-',
      '\r\n-----\r\n',
      '-',
    ),
    form(
      'almost delimiters',
      `--${dashes}x\r\nContent-Disposition: form-data; ${file}\r\n\r\n`,
      `\r\n--${dashes}`,
      `\r\n--${dashes}x--`,
      `${dashes}x`,
    ),
    form('tiny parts', fields, part('name="a[]"'), last),
    form('parts with paths', fields, part(`name="a${'[b]'.repeat(60)}"`), last),
    form('delimiters', '--X', '\r\n--X', '--'),
    form('line breaks in a file', fields + part(file).slice(0, -2), '\r\n', `\r\n${last}`),
    form('line breaks in a text', fields + part('name="size"').slice(0, -2), '\r\n', `\r\n${last}`),
    form('one long text', fields + part('name="seconds"').slice(0, -2), 'x', `\r\n${last}`),
    form('header lines', '--X\r\n', 'a: b\r\n', `\r\n\r\n${last}`),
    form(
      'one long header',
      '--X\r\nContent-Disposition: form-data; name="',
      'a',
      `"\r\n\r\n\r\n${last}`,
    ),
    form('nothing', '', '\r\n', ''),
    ...lists
      .filter((path) => path.length === 1)
      .map((path) =>
        form(`tiny ${path.join('.')}`, fields, part(`name="${path.join('.')}[]"`, 'x'), last),
      ),
  ];
}

/** How many pieces of one byte are sent: enough to show that each costs something, few enough for a test. */
const pieces = 400_000;

function piecewise(contentType: string): WorstBody {
  const bytes = Buffer.from(`{"x":"${'x'.repeat(pieces)}"}`);
  return { name: 'pieces of one byte', contentType, bytes, inPieces: true };
}

/** The worst bodies of a size a route can be sent. */
export function worstBodiesOf(
  route: BodyRoute,
  good: GoodFields,
  bytes: number,
): readonly WorstBody[] {
  const takesForms = route.types.includes('multipart/form-data');
  const raw = route.types.includes('application/octet-stream');
  if (raw) {
    const file = { contentType: 'image/png', bytes: Buffer.alloc(bytes, 'x') };
    return [{ name: 'a file of no type', ...file }];
  }
  return [
    ...jsonBodies(good, bytes),
    ...route.lists.flatMap((path) => listBodies(good, path, bytes)),
    ...(takesForms ? formBodies(good, route.lists, bytes) : []),
  ];
}

/** Bodies in pieces of one byte, one for each parser of the route. */
export function piecewiseBodiesOf(route: BodyRoute): readonly WorstBody[] {
  return route.types.map((type) =>
    piecewise(
      type === 'multipart/form-data'
        ? `${type}; boundary=X`
        : type === 'application/octet-stream'
          ? 'image/png'
          : type,
    ),
  );
}
