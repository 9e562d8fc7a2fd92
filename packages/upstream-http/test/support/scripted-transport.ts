import type { JsonValue } from '@filmgate/core';
import type { Transport, TransportResponse, TransportCall } from '../../src/engine/transport.ts';

/** A body that is sent unchanged. */
export class PlainText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The response of a scripted provider. */
export interface ScriptedResponse {
  readonly status: number;
  readonly body: JsonValue | PlainText;
  readonly given?: Partial<TransportResponse>;
}

/** A transport with scripted responses that records its requests. */
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
