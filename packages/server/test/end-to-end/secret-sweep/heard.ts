import type { HttpResponse } from '../../http/response.ts';
import { type RawRequest, sendRaw } from '../../http/raw-http.ts';

/** A text that left the gateway, or was stored by it. */
export interface Heard {
  /** Example: `response to GET /v1/videos/:id`. */
  readonly place: string;
  readonly bytes: Buffer;
}

/** Everything that left the gateway, each text once for each place. */
export class Listener {
  readonly #heard = new Map<string, Set<string>>();

  hear(place: string, text: string): void {
    const texts = this.#heard.get(place) ?? new Set();
    this.#heard.set(place, texts.add(text));
  }

  all(): readonly Heard[] {
    return [...this.#heard].flatMap(([place, texts]) =>
      [...texts].map((text) => ({ place, bytes: Buffer.from(text) })),
    );
  }

  texts(): readonly string[] {
    return [...this.#heard.values()].flatMap((texts) => [...texts]);
  }

  /** Sends a request and records what its response says; `route` names the place. */
  async ask(route: string, request: RawRequest): Promise<HttpResponse> {
    const response = await sendRaw({ method: route.split(' ')[0] ?? 'GET', ...request });
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    this.hear(`headers of ${route}`, `${response.status}\n${headers}`);
    this.hear(`response to ${route}`, response.text);
    return response;
  }
}

/** Header lines of a JSON request. */
export const json = ['content-type', 'application/json'] as const;
