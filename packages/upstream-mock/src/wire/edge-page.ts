import { type ProviderResponse, textReply } from './provider-request.ts';

/** What a proxy in front of a provider says in its own name: it knows nothing of what became of the request. */
export function edgePage(): ProviderResponse {
  const page =
    '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n' +
    '<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';
  return textReply(502, 'text/html', page);
}
