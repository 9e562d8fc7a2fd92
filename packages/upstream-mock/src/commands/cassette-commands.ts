import { Command, InvalidArgumentError } from 'commander';
import { portFrom } from './number-options.ts';

type NamedProviders = readonly (readonly [name: string, url: URL])[];

interface RecordOptions {
  readonly upstream: NamedProviders;
  readonly to: string;
  readonly port: number;
  readonly redact: boolean;
}

function providerFrom(text: string, others: NamedProviders = []): NamedProviders {
  const [, name = '', address = ''] = /^([\w-]{1,64})=(.+)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('must be NAME=URL, such as openai=https://api.openai.com');
  return [...others, [name, url]];
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** `filmgate-mock record`; its code is loaded when called. */
export function recordCommand(): Command {
  const command = new Command('record').description(
    'pass calls on to providers, and record their responses as a cassette until a signal',
  );
  return command
    .requiredOption(
      '--upstream <name=url>',
      'a provider, served below /<name>; repeatable',
      providerFrom,
    )
    .requiredOption('--to <folder>', 'folder of the cassette, existing or new')
    .option('--port <number>', 'port; 0 = any free port', portFrom, 8789)
    .option('--redact', 'at the end replace keys that are found in the recording', false)
    .action(
      async ({ upstream: upstreams, to: folder, port, redact: isRedacted }: RecordOptions) => {
        const { record } = await import('@filmgate/mock-cassettes');
        const { readForm } = await import('../http/multipart-form.ts');
        const stopped = new Promise<void>((resolve) => {
          process.once('SIGTERM', resolve).once('SIGINT', resolve);
        });
        const options = { upstreams, folder, port, isRedacted, readForm };
        process.exitCode = await record({ ...options, stopped, print });
      },
    );
}

/** `filmgate-mock redact`; its code is loaded when called. */
export function redactCommand(): Command {
  const command = new Command('redact').description(
    'replace the keys in a recording that was not finished because of them, or in a cassette, and take edited bodies in',
  );
  return command.argument('<cassette>', 'folder of the cassette').action(async (folder: string) => {
    const { redact } = await import('@filmgate/mock-cassettes');
    redact(folder, print);
  });
}

/** `filmgate-mock check`; its code is loaded when called. */
export function checkCommand(): Command {
  const command = new Command('check').description(
    'compare a provider with its known responses; reads its key from FILMGATE_CHECK_KEY; exits with 1 for drift',
  );
  return command
    .requiredOption('--upstream <name=url>', 'the provider, by its name and origin', providerFrom)
    .option('--allow-paid', 'also order a video, which the provider charges', false)
    .action(
      async ({ upstream, allowPaid }: Pick<RecordOptions, 'upstream'> & { allowPaid: boolean }) => {
        const [one, other] = upstream;
        if (one === undefined || other !== undefined)
          throw new Error('check accepts exactly one --upstream');
        const { check } = await import('@filmgate/mock-cassettes');
        const key = process.env['FILMGATE_CHECK_KEY'];
        process.exitCode = await check({ upstream: one, key, allowPaid }, print);
      },
    );
}
