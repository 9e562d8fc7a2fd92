import { type ProviderResponse, textReply } from './provider-request.ts';

/** What a proxy in front of a provider says in its own name: it knows nothing of what became of the request. */
export function edgePage(title = '502 Bad Gateway'): ProviderResponse {
  const page =
    `<html>\r\n<head><title>${title}</title></head>\r\n` +
    `<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return textReply(Number(title.slice(0, 3)), 'text/html', page);
}
