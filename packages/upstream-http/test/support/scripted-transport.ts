import type { JsonValue } from '@filmgate/core';
import type { Transport, TransportResponse, TransportCall } from '../../src/engine/transport.ts';

/** A body that is sent as it is. */
export class PlainText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a scripted provider answers. */
export interface ScriptedResponse {
  readonly status: number;
  readonly body: JsonValue | PlainText;
  readonly given?: Partial<TransportResponse>;
}

/** A transport that answers as told and keeps what it was sent. */
export class ScriptedTransport implements Transport {
  readonly calls: TransportCall[] = [];
  readonly #response: (call: TransportCall) => ScriptedResponse;

  constructor(response: (call: TransportCall) => ScriptedResponse) {
    this.#response = response;
  }

  async send(call: TransportCall): Promise<TransportResponse> {
    this.calls.push(call);
    const { status, body, given } = this.#response(call);
    const text = body instanceof PlainText ? body.text : JSON.stringify(body);
    const bytes = new TextEncoder().encode(text);
    return {
      status,
      contentType: body instanceof PlainText ? 'text/html' : 'application/json',
      contentEncoding: null,
      contentLength: bytes.length,
      etag: null,
      contentRange: null,
      retryAfter: null,
      body: onePiece(bytes),
      ...given,
    };
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
