import type { GoodResponse } from './fault-server.ts';
import {
  answering,
  cutResponse,
  emptyWords,
  flooding,
  headOf,
  noResponse,
  saying,
  type WireFault,
} from './wire-fault.ts';

const mebibyte = 1024 * 1024;
const block = Buffer.alloc(16 * 1024, 0x20);

function length({ body }: GoodResponse): string {
  return `content-length: ${body.length}`;
}

/** Header fields between a good status line and a good body. */
function withFields(name: string, fields: (good: GoodResponse) => readonly string[]): WireFault {
  return {
    name,
    behaviour: saying((good) => [headOf(good.status, fields(good)), good.body]),
    expected: noResponse,
  };
}

/** A chunked response with exactly these bytes. */
function chunked(name: string, chunks: (hex: string) => readonly string[]): WireFault {
  return {
    name,
    behaviour: saying((good) => [
      headOf(good.status, ['transfer-encoding: chunked']),
      ...chunks(good.body.length.toString(16)).map((part) =>
        Buffer.concat(
          part
            .split('BODY')
            .flatMap((text, index) =>
              index === 0 ? [Buffer.from(text)] : [good.body, Buffer.from(text)],
            ),
        ),
      ),
    ]),
    expected: cutResponse,
  };
}

function bare(name: string, words: string): WireFault {
  return { name, behaviour: saying(() => [words]), expected: noResponse };
}

/** Responses that are no HTTP, or hide where they end. */
export const framingFaults: readonly WireFault[] = [
  bare('HTTP/0.9', '<html>hello</html>\r\n'),
  bare('an answer of another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'),
  bare('HTTP/2 where HTTP/1.1 was asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  bare('a status that is no number', headOf('OK', ['content-length: 0'])),
  bare('a status of four digits', headOf('2020', ['content-length: 0'])),
  bare('a space before a colon', headOf(200, ['content-length : 0'])),
  bare('a folded header field', headOf(200, ['x-a: b', ' c: d', 'content-length:\r\n 0'])),
  withFields('a length that is no number', () => ['content-length: many']),
  withFields('a negative length', () => ['content-length: -1']),
  withFields('two lengths', (good) => [length(good), 'content-length: 7']),
  withFields('a length and chunks', (good) => [length(good), 'transfer-encoding: chunked']),
  {
    name: 'a length beyond the body',
    behaviour: answering(({ socket, good }) => {
      socket.write(headOf(good.status, [`content-length: ${good.body.length + 5}`]));
      socket.end(good.body);
    }),
    expected: cutResponse,
  },
  {
    name: 'a length beyond every number type',
    behaviour: answering(({ socket, good }) => {
      socket.write(headOf(good.status, ['content-length: 99999999999999999999999']));
      socket.end(good.body);
    }),
    expected: noResponse,
  },
  {
    name: 'a length within the body',
    behaviour: saying((good) => [
      Buffer.concat([
        Buffer.from(headOf(good.status, [`content-length: ${good.body.length - 3}`])),
        good.body,
      ]),
    ]),
    expected: { submit: 'unknown', poll: 'transient', result: '3997 bytes', search: 'transient' },
  },
  chunked('a chunk size that is no number', () => ['zz\r\nBODY\r\n0\r\n\r\n']),
  chunked('a negative chunk size', () => ['-5\r\nBODY\r\n0\r\n\r\n']),
  chunked('a chunk size beyond all numbers', () => ['fffffffffffffffff\r\nBODY\r\n0\r\n\r\n']),
  chunked('a chunk longer than it says', (hex) => [`${hex}\r\nBODY!\r\n0\r\n\r\n`]),
  {
    name: 'chunks without their end',
    behaviour: answering(({ socket, good }) => {
      socket.write(headOf(good.status, ['transfer-encoding: chunked']));
      socket.write(`${good.body.length.toString(16)}\r\n`);
      socket.write(good.body);
      socket.end('\r\n');
    }),
    expected: cutResponse,
  },
  bare('an early hint, then 101', headOf(103, ['link: </a>']) + headOf(101, ['upgrade: h2c'])),
  bare('100 and nothing else', headOf(100, [])),
  {
    name: 'early hints without end',
    behaviour: flooding(() => '', headOf(103, ['link: </style.css>']), mebibyte / 2),
    expected: noResponse,
  },
  {
    name: 'one header field without end',
    behaviour: flooding(() => 'HTTP/1.1 200 OK\r\nx-long: ', block, 8 * mebibyte),
    expected: noResponse,
  },
  {
    name: 'header fields without end',
    behaviour: flooding(() => 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1_000), 8 * mebibyte),
    expected: noResponse,
  },
  {
    name: 'a reason phrase without end',
    behaviour: flooding(() => 'HTTP/1.1 200 ', Buffer.alloc(16_384, 0x61), 2 * mebibyte),
    expected: noResponse,
  },
  {
    name: 'trailers without end',
    behaviour: flooding(
      (good) => `${headOf(good.status, ['transfer-encoding: chunked'])}1\r\n{\r\n0\r\n`,
      'x: y\r\n'.repeat(1_000),
      8 * mebibyte,
    ),
    expected: cutResponse,
  },
  {
    name: 'a chunk extension without end',
    behaviour: flooding(
      (good) => `${headOf(good.status, ['transfer-encoding: chunked'])}1;a=`,
      Buffer.alloc(16_384, 0x61),
      8 * mebibyte,
    ),
    expected: cutResponse,
  },
  {
    name: 'a body without end and length',
    behaviour: flooding(({ status }) => headOf(status, []), block, 64 * mebibyte),
    expected: { ...emptyWords, result: 'too long' },
  },
  {
    name: 'a body longer than any JSON may be',
    behaviour: flooding(
      ({ status }) => headOf(status, [`content-length: ${64 * mebibyte}`]),
      block,
      64 * mebibyte,
    ),
    expected: { ...emptyWords, result: 'too long' },
  },
];
