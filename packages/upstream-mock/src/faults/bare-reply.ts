import type { ReadFault } from './read-fault.ts';
import type { BareSymptom } from '../job/mock-instructions.ts';
import type { MockClock } from '../job/mock-clock.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../http/provider-request.ts';

/** Stands for the response that a rule makes itself. */
export const ownReply = jsonReply(200, {});

const messages = {
  408: 'request timeout',
  409: 'conflict',
  413: 'payload too large',
  429: 'too many requests',
  500: 'internal error',
  503: 'service unavailable',
} as const;

/** Faults that look alike on every API. */
export function bareFaultReply(
  { symptom, hangMs }: Extract<ReadFault, { readonly kind: 'bare' }>,
  clock: Pick<MockClock, 'now' | 'scaled'>,
): ProviderReply {
  return bareReply(symptom, hangMs === null ? null : clock.now() + clock.scaled(hangMs));
}

/** @param until - instant at which the connection of an unanswered caller is reset; null = never */
export function bareReply(symptom: BareSymptom, until: number | null = null): ProviderReply {
  switch (symptom) {
    case 'lost':
      return { kind: 'reset' };
    case 'hang':
      return { kind: 'hang', until };
    case '408':
    case '409':
    case '413':
    case '429':
    case '500':
    case '503':
      return jsonReply(Number(symptom), { message: messages[symptom] });
    case '502':
      return edgePage('502 Bad Gateway');
    case '504':
      return edgePage('504 Gateway Time-out');
    case 'html':
      return edgePage('200 We will be right back');
  }
}

/** Response of a proxy in front of a provider, which says nothing about the request. */
function edgePage(title: string): ProviderResponse {
  const page =
    `<html>\r\n<head><title>${title}</title></head>\r\n` +
    `<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return textReply(Number(title.slice(0, 3)), 'text/html', page);
}
