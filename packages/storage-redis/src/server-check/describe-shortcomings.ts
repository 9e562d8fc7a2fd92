import { commandLineClient } from './command-line-client.ts';
import type { Shortcoming } from './judge-server.ts';
import type { ServerFacts } from './server-facts.ts';

/** The server that is spoken of: what it is, and the address it is reached by. */
export interface NamedServer extends Pick<ServerFacts, 'product'> {
  readonly url: string;
}

/** What an operator reads when a server is refused: each problem, and the command that mends what a command can. */
export function describeShortcomings(
  shortcomings: readonly Shortcoming[],
  { product, url }: NamedServer,
): string {
  const problems = shortcomings.map(({ problem }) => problem);
  const advice = shortcomings.flatMap(({ mend }) => (mend.kind === 'advice' ? [mend.text] : []));
  const settings = shortcomings.flatMap(({ mend }) =>
    mend.kind === 'settings' ? mend.settings : [],
  );
  const commands =
    settings.length === 0
      ? []
      : [
          `Run this, and put the same into its configuration file: ${commandLineClient({ product })} ${target(url)} CONFIG SET ${settings.flat().join(' ')}`,
        ];
  const name = product === 'valkey' ? 'Valkey' : 'Redis';
  const verdict = `${name} is not fit to keep jobs and money.`;
  return [verdict, ...problems, ...advice, ...commands].join('\n');
}

/** How the command line client is told the server; it asks for a password by REDISCLI_AUTH, so none is shown. */
function target(url: string): string {
  const { protocol, hostname, port, username, pathname } = new URL(url);
  if (protocol === 'unix:') return `-s ${decodeURIComponent(pathname)}`;
  const user = username === '' ? '' : ` --user ${decodeURIComponent(username)}`;
  const tls = protocol === 'rediss:' ? ' --tls' : '';
  return `-h ${hostname.replace(/^\[|\]$/g, '')} -p ${port === '' ? '6379' : port}${user}${tls}`;
}
