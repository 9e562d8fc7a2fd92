import type { Line } from './fault-server.ts';
import {
  answering,
  asGood,
  cutResponse,
  headOf,
  noResponse,
  saying,
  type WireFault,
} from './wire-fault.ts';

function lengthOf({ good }: Line): string {
  return `content-length: ${good.body.length}`;
}

/** Writes, and does the next when the bytes were handed to the system. */
function writeThen({ socket }: Line, bytes: string | Buffer, next: () => void): void {
  socket.write(bytes, () => setImmediate(next));
}

function half({ good }: Line): Buffer {
  return good.body.subarray(0, Math.floor(good.body.length / 2));
}

const reset = ({ socket }: Line) => void socket.resetAndDestroy();
const finish = ({ socket }: Line) => void socket.end();

/** The line breaks, or stays silent. */
export const lineFaults: readonly WireFault[] = [
  {
    name: 'reset as soon as it is established',
    behaviour: { on: 'connection', act: reset },
    // The reset may come before the client saw the connection open: then nothing was sent.
    expected: { ...noResponse, submit: 'unknown|rejected unavailable' },
  },
  {
    name: 'closed as soon as it is established',
    behaviour: { on: 'connection', act: finish },
    expected: noResponse,
  },
  {
    name: 'reset at the first byte',
    behaviour: { on: 'first-byte', act: reset },
    expected: noResponse,
  },
  { name: 'reset without an answer', behaviour: answering(reset), expected: noResponse },
  { name: 'closed without an answer', behaviour: answering(finish), expected: noResponse },
  {
    name: 'closed within the head',
    behaviour: answering(({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-le')),
    expected: noResponse,
  },
  {
    name: 'reset after the head',
    behaviour: answering((line) =>
      writeThen(line, headOf(line.good.status, [lengthOf(line)]), () => reset(line)),
    ),
    expected: { ...cutResponse, result: 'broken|threw' },
  },
  {
    name: 'reset after half the body',
    behaviour: answering((line) => {
      line.socket.write(headOf(line.good.status, [lengthOf(line)]));
      writeThen(line, half(line), () => reset(line));
    }),
    expected: { ...cutResponse, result: 'broken|threw' },
  },
  {
    name: 'closed after the head',
    behaviour: answering(
      (line) => void line.socket.end(headOf(line.good.status, [lengthOf(line)])),
    ),
    expected: cutResponse,
  },
  {
    name: 'closed after half the body',
    behaviour: answering((line) => {
      line.socket.write(headOf(line.good.status, [lengthOf(line)]));
      line.socket.end(half(line));
    }),
    expected: cutResponse,
  },
  {
    name: 'closed at once after a whole answer',
    behaviour: answering((line) => {
      line.socket.write(headOf(line.good.status, [lengthOf(line)]));
      line.socket.end(line.good.body);
    }),
    expected: asGood,
  },
  {
    name: 'closed at the end of a body without length',
    behaviour: answering((line) => {
      line.socket.write(headOf(line.good.status, []));
      line.socket.end(line.good.body);
    }),
    expected: asGood,
  },
  {
    name: 'silent once it stands',
    behaviour: { on: 'first-byte', act: ({ stuck }) => stuck() },
    expected: noResponse,
  },
  {
    name: 'a head that never ends',
    behaviour: answering(({ socket, stuck }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      socket.write('a', stuck);
    }),
    expected: noResponse,
  },
  {
    name: 'a body that never ends, a byte at a time',
    behaviour: answering((line) => {
      line.socket.write(headOf(line.good.status, [lengthOf(line)]));
      line.socket.write(line.good.body.subarray(0, 1), line.stuck);
    }),
    expected: { ...cutResponse, result: 'broken|threw' },
  },
  {
    name: 'a whole answer and then a second one without a request',
    behaviour: saying((good) => {
      const one = headOf(good.status, [`content-length: ${good.body.length}`]);
      return [Buffer.concat([Buffer.from(one), good.body, Buffer.from(one), good.body])];
    }),
    expected: asGood,
  },
];
