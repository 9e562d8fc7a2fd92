import type { BareSymptom } from '../job/mock-instructions.ts';
import { type ProviderReply, type ProviderResponse, textReply } from '../http/provider-request.ts';

/** @param until - instant at which the connection of an unanswered caller is reset; null = never */
export function bareReply(symptom: BareSymptom, until: number | null = null): ProviderReply {
  switch (symptom) {
    case 'reset':
      return { kind: 'reset' };
    case 'hang':
      return { kind: 'hang', until };
    case '500':
      return textReply(500, 'application/json', '{"message":"internal error"}');
    case 'edge-page':
      return edgePage();
    case '504':
      return edgePage('504 Gateway Time-out');
    case 'html-200':
      return edgePage('200 We will be right back');
  }
}

/** Response of a proxy in front of a provider, which says nothing about the request. */
export function edgePage(title = '502 Bad Gateway'): ProviderResponse {
  const page =
    `<html>\r\n<head><title>${title}</title></head>\r\n` +
    `<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return textReply(Number(title.slice(0, 3)), 'text/html', page);
}
