import type { Behaviour, GoodResponse, Line } from './fault-server.ts';
import { goodResponses, type Phase } from './phases.ts';

/** Expected end of each call by the client. */
export type Expected = { readonly [P in Phase]: string };

/** One way of a provider, or of the line to it, to misbehave. */
export interface WireFault {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly expected: Expected;
}

/** No response was understood: what became of a submission is unknown, and a read failed. */
export const noResponse: Expected = {
  submit: 'unknown',
  poll: 'threw',
  result: 'threw',
  search: 'threw',
};

/** The response began well and was cut. */
export const cutResponse: Expected = { ...noResponse, result: 'broken' };

/** A whole response that says nothing about the job. */
export const emptyWords: Expected = {
  submit: 'unknown',
  poll: 'transient',
  result: 'unavailable',
  search: 'transient',
};

/** Like a well-behaved provider's response. */
export const asGood: Expected = {
  submit: 'accepted',
  poll: 'pending',
  result: `${goodResponses.result.body.length} bytes`,
  search: 'found',
};

/** The status line and header fields, each with its line end. */
export function headOf(status: number | string, fields: readonly string[]): string {
  return [`HTTP/1.1 ${status} Said So`, ...fields, '', ''].join('\r\n');
}

/** Writes when a request was read. */
export function answering(act: (line: Line) => void): Behaviour {
  return { on: 'request', act };
}

/** Sends text or bytes and keeps the connection. */
export function saying(speech: (good: GoodResponse) => readonly (string | Buffer)[]): Behaviour {
  return answering(({ socket, good }) => {
    for (const words of speech(good)) socket.write(words);
  });
}

/** Sends the same again and again, with a first word before it, until the client goes or many bytes were sent. */
export function flooding(
  first: (good: GoodResponse) => string,
  again: string | Buffer,
  atMost: number,
): Behaviour {
  return answering(({ socket, good, stuck }) => {
    socket.write(first(good));
    let sent = 0;
    const more = (): void => {
      while (!socket.destroyed && sent < atMost) {
        sent += again.length;
        if (!socket.write(again)) {
          socket.once('drain', more);
          return;
        }
      }
      if (!socket.destroyed) stuck();
    };
    more();
  });
}
