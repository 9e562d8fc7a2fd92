import type { BodyRoute, ListPath } from './body-routes.ts';

/** One body made to be expensive. */
export interface WorstBody {
  readonly name: string;
  /** Detected early, after a part of the body; otherwise only after all of it, as for the largest. */
  readonly refused?: 'early';
  readonly contentType: string;
  /**
   * Created when it is sent: most routes refuse the first of the largest, and read none of the others. Written at the
   * beginning of `room`, which the next one overwrites: new memory from the system for each costs a hundred times as
   * much as filling it.
   */
  readonly bytes: (room: Buffer) => Buffer;
  /** Sent in chunks of one byte, instead of with its length. */
  readonly inPieces?: true;
}

/** A value for every field a route requires; an unknown field fails the test, and must be added here. */
export type GoodFields = Readonly<Record<string, unknown>>;

const json = 'application/json';
/** Placeholder in a body for the filling. */
const gap = '\u0000';

/** Text of a body with its gap filled up to a size by repeating `unit`. */
function filled(room: Buffer, body: unknown, { bytes, open, unit, close }: Filling): Buffer {
  const [before = '', after = ''] = JSON.stringify(body).split(JSON.stringify(gap));
  return stretched(room, { bytes, open: before + open, unit, close: close + after });
}

/** @throws Error where it does not fit */
function stretched(room: Buffer, { bytes, open, unit, close }: Filling): Buffer {
  const [begin, rest] = [Buffer.byteLength(open), Buffer.byteLength(close)];
  const units = Math.floor(Math.max(0, bytes - begin - rest) / unit.length);
  const end = begin + units * unit.length;
  if (end + rest > room.length) throw new Error(`no room for ${end + rest} bytes`);
  room.write(open);
  room.fill(unit, begin, end);
  room.write(close, end);
  return room.subarray(0, end + rest);
}

interface Filling {
  readonly bytes: number;
  readonly open: string;
  /** ASCII. */
  readonly unit: string;
  readonly close: string;
}

type Form = readonly [open: string, unit: string, close: string];

const early = { refused: 'early' } as const;

/** Bodies for any parser of JSON. */
function jsonBodies(good: GoodFields, bytes: number): readonly WorstBody[] {
  const body = (name: string, whole: unknown, [open, unit, close]: Form): WorstBody => ({
    name,
    contentType: json,
    bytes: (room) => filled(room, whole, { bytes, open, unit, close }),
  });
  const unknown = { ...good, unknown_field: gap };
  const manyFields = Array.from({ length: 19_000 }, (_, index) => `"f${index}":1`).join(',');
  const [firstField = 'prompt'] = Object.keys(good);
  return [
    { ...body('tiny values', gap, ['[1', ',1', ']']), ...early },
    { ...body('empty containers', unknown, ['[[]', ',[]', ']']), ...early },
    { ...body('deep nesting', unknown, ['', '[', '']), ...early },
    { ...body('fields of one name', gap, ['{"a":1', ',"a":1', '}']), ...early },
    { ...body('a long number', unknown, ['1', '1', '']), ...early },
    { ...body('brackets', gap, ['', ']', '']), ...early },
    { ...body('quotes', gap, ['', '"', '']), ...early },
    body('tiny values in an unknown field', unknown, ['[1', ',1', ']']),
    body('many unknown fields and a long one', gap, [`{${manyFields},"x":"`, 'x', '"}']),
    body('one long string', unknown, ['"', 'x', '"']),
    body('one long string of escapes', unknown, ['"', String.raw`\n`, '"']),
    body('one long string of wide characters', unknown, ['"\u4e2d', 'x', '"']),
    body('one long data URL', unknown, ['"data:,', 'x', '"']),
    body('one long data URL of escapes', unknown, ['"data:,', String.raw`\/`, '"']),
    body('a long name', gap, ['{"', 'x', '":1}']),
    body('white space', unknown, ['', ' ', '1']),
    body(`a ${firstField} of white space`, { ...good, [firstField]: gap }, ['"', ' ', '"']),
    ...Object.keys(good).map((name) => ({
      ...body(`a long ${name}`, { ...good, [name]: gap }, ['"', 'x', '"']),
      ...early,
    })),
  ];
}

/** Sets the value at a path of fields and items. */
function withValueAt(body: unknown, [step, ...rest]: ListPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '0') return [withValueAt({ type: 'text', role: 'user' }, rest, value)];
  const fields = typeof body === 'object' && body !== null ? body : {};
  return { ...fields, [step]: withValueAt(Reflect.get(fields, step), rest, value) };
}

/** Items of lists, and the number of values of each. */
const listItems: readonly (readonly [name: string, item: string, values: number])[] = [
  ['numbers', '1', 1],
  ['URLs', '"https://a.example/"', 1],
  ['data URLs', '"data:;base64,"', 1],
  ['empty objects', '{}', 1],
  ['nulls', 'null', 1],
  ['parts', '{"type":"text","text":"a"}', 3],
];

/** Maximum number of values of a body, less those of its other fields. */
const mostValues = 19_900;

/** The worst lists for one list field: more items than any body may hold, and the maximum number. */
function listBodies(good: GoodFields, path: ListPath, bytes: number): readonly WorstBody[] {
  const whole = withValueAt(good, path, gap);
  const body = (name: string, [open, unit, close]: Form): WorstBody => ({
    name: `${path.join('.')} of ${name}`,
    contentType: json,
    bytes: (room) => filled(room, whole, { bytes, open, unit, close }),
  });
  const few = Array.from({ length: 9000 }, () => '1').join(',');
  return [
    body('9000 numbers and a data URL', [
      `[${few},"data:image/png;base64,`,
      String.raw`A \n`,
      '"]',
    ]),
    ...listItems.flatMap(([name, item, values]) => {
      const items = Array.from({ length: Math.floor(mostValues / values) }, () => item).join(',');
      const most = body(`as many ${name} as may be`, [`[${items}`, ' ', ']']);
      const many = body(name, [`[${item}`, `,${item}`, ']']);
      return [
        name === 'URLs' ? many : { ...many, ...early },
        name === 'parts' ? most : { ...most, ...early },
      ];
    }),
  ];
}

/** Bodies for a parser of forms. */
function formBodies(
  good: GoodFields,
  lists: readonly ListPath[],
  bytes: number,
): readonly WorstBody[] {
  const part = (head: string, value = ''): string =>
    `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const begun = (head: string): string => part(head).slice(0, -2);
  const fields = Object.entries(good)
    .map(([name, value]) => part(`name="${name}"`, String(value)))
    .join('');
  const form = (name: string, [open, unit, close]: Form, boundary = 'X'): WorstBody => ({
    name: `a form of ${name}`,
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: (room) => stretched(room, { bytes, open, unit, close }),
  });
  const file = 'name="input_reference"; filename="a.png"';
  const head = `\r\nContent-Disposition: form-data; ${file}\r\n\r\n`;
  const long = `${'-'.repeat(69)}x`;
  const last = '--X--\r\n';
  const lone = lists.flatMap((path) => (path.length === 1 ? path : []));
  return [
    form('hyphens', ['', '-', ''], '-'),
    form('hyphens after a letter', ['x', '-', ''], '-'),
    form('hyphens within a part', [`---${head}x`, '-', '\r\n-----\r\n'], '-'),
    form(
      'almost delimiters',
      [`--${long}${head}`, `\r\n--${long.slice(0, -1)}`, `\r\n--${long}--`],
      long,
    ),
    form('tiny parts', [fields, part('name="a[]"'), last]),
    form('delimiters', ['--X', '\r\n--X', '--']),
    form('line breaks in a file', [fields + begun(file), '\r\n', `\r\n${last}`]),
    form('line breaks in a text', [fields + begun('name="size"'), '\r\n', `\r\n${last}`]),
    { ...form('one long text', [fields + begun('name="seconds"'), 'x', `\r\n${last}`]), ...early },
    { ...form('paths', [fields, part(`name="a${'[b]'.repeat(60)}"`), last]), ...early },
    { ...form('header lines', ['--X\r\n', 'a: b\r\n', `\r\n\r\n${last}`]), ...early },
    { ...form('one long header', ['--X\r\na: ', 'a', `\r\n\r\n\r\n${last}`]), ...early },
    ...lone.map((name) => ({
      ...form(`tiny ${name}`, [fields, part(`name="${name}[]"`, 'x'), last]),
      ...early,
    })),
  ];
}

/** Returns the worst bodies of a size for a route. */
export function worstBodiesOf(
  route: BodyRoute,
  good: GoodFields,
  bytes: number,
): readonly WorstBody[] {
  if (route.types.includes(octets)) {
    return [
      {
        name: 'a file of no type',
        contentType: 'image/png',
        bytes: (room) => room.subarray(0, bytes).fill('x'),
      },
    ];
  }
  const takesForms = route.types.includes(formData);
  return [
    ...jsonBodies(good, bytes),
    ...route.lists.flatMap((path) => listBodies(good, path, bytes)),
    ...(takesForms ? formBodies(good, route.lists, bytes) : []),
  ];
}

const octets = 'application/octet-stream';
const formData = 'multipart/form-data';
const sentAs: Readonly<Record<string, string>> = {
  [octets]: 'image/png',
  [formData]: `${formData}; boundary=X`,
};

/** Number of one-byte pieces: enough to show that each costs something, few enough for a test. */
const pieces = 400_000;

/** Bodies in pieces of one byte, one for each parser of the route. */
export function piecewiseBodiesOf(route: BodyRoute): readonly WorstBody[] {
  const bytes = Buffer.from(`{"x":"${'x'.repeat(pieces)}"}`);
  return route.types.map((type) => ({
    name: `pieces of one byte as ${type}`,
    contentType: sentAs[type] ?? type,
    bytes: () => bytes,
    inPieces: true,
  }));
}
