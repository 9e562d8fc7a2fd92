import { join } from 'node:path';
import { DiskHistory, type Loss } from './disk-history.ts';
import type { SystemCall } from './system-call.ts';

/** Data that must not be reported, sent or noted before the data it depends on is on the disk. */
export interface Statement {
  readonly kind: 'task-accepted' | 'asset-stored' | 'sent-upstream' | 'result-noted';
  /** Id of the task, the asset or the submission, or digest of the result. */
  readonly id: string;
  /** Losses of a power cut at the moment it began; empty when it is kept. */
  readonly losses: readonly (Loss | { readonly kind: 'not-in-log' })[];
}

/** Files with the promises of a server; absolute paths as strace shows them. */
export interface DataFiles {
  readonly database: string;
  readonly log: string;
  readonly assets: string;
  readonly results: string;
}

const connectionPattern = /^(?:socket|TCP|TCPv6):\[/;
const digestPattern = /"sha256":"(?<digest>[0-9a-f]{64})"/;

/** Beginning of each kind of message, and position of its id. */
const messages = [
  { kind: 'task-accepted', begins: /^HTTP\/1\.1 202 /, id: /"id":"(?<id>[^"]+)"/ },
  { kind: 'asset-stored', begins: /^HTTP\/1\.1 201 /, id: /"assetId":"(?<id>[^"]+)"/ },
  {
    kind: 'sent-upstream',
    begins: /^POST \/v1\/generations /,
    id: /"correlation_id":"(?<id>[^"]+)"/,
  },
] as const;

function blobPath(folder: string, digest: string): string {
  return join(folder, digest.slice(0, 2), digest);
}

class Check {
  readonly #history: DiskHistory;
  readonly #files: DataFiles;
  readonly #logWrites: readonly SystemCall[];

  constructor(history: DiskHistory, files: DataFiles) {
    this.#history = history;
    this.#files = files;
    this.#logWrites = history.writes((file) => file === files.log);
  }

  /** Responses and submissions: their records are in the log, and the log is synced. */
  messages(): readonly Statement[] {
    return this.#history
      .writes((file) => connectionPattern.test(file))
      .flatMap((call) => this.#message(call));
  }

  /** A digest is in the log only after its file is durable. */
  results(digests: readonly string[]): readonly Statement[] {
    return digests.map((digest) => {
      const noted = this.#firstInLog(digest);
      const path = blobPath(this.#files.results, digest);
      const losses =
        noted === undefined
          ? [{ kind: 'not-in-log' as const }]
          : this.#history.lostOfKept(path, noted.begun);
      return { kind: 'result-noted', id: digest, losses };
    });
  }

  #message(call: SystemCall): readonly Statement[] {
    const text = call.texts.join('');
    const message = messages.find(({ begins }) => begins.test(text));
    if (message === undefined) return [];
    const id = message.id.exec(text)?.groups?.['id'];
    // The administration responds 201 too, for things that are no assets.
    if (id === undefined && message.kind === 'asset-stored') return [];
    const digest = digestPattern.exec(text)?.groups?.['digest'];
    const losses =
      message.kind === 'asset-stored'
        ? this.#history.lostOfKept(blobPath(this.#files.assets, digest ?? ''), call.begun)
        : [];
    return [
      {
        kind: message.kind,
        id: id ?? '',
        losses: [...this.#lostOfLog(id ?? '', call.begun), ...losses],
      },
    ];
  }

  #lostOfLog(id: string, position: number): Statement['losses'] {
    const { database, log } = this.#files;
    const inLog = this.#firstInLog(id);
    const isThere = id !== '' && inLog !== undefined && inLog.begun < position;
    return [
      ...(isThere ? [] : [{ kind: 'not-in-log' as const }]),
      ...this.#history.lostBytes(log, position),
      ...this.#history.lostNames(log, position),
      ...this.#history.lostNames(database, position).filter(({ path }) => path === database),
    ];
  }

  #firstInLog(text: string): SystemCall | undefined {
    return this.#logWrites.find(({ texts }) => texts.some((written) => written.includes(text)));
  }
}

/**
 * Returns all statements of a traced server, with the parts that a power cut at that moment would have made untrue.
 * "Before" means that the sync had returned before the statement's system call began.
 *
 * @param calls of the server, from its start
 * @param digests of the results that the server completed jobs with
 */
export function checkTrace(
  calls: readonly SystemCall[],
  files: DataFiles,
  digests: readonly string[] = [],
): readonly Statement[] {
  const check = new Check(new DiskHistory(calls), files);
  return [...check.messages(), ...check.results(digests)];
}
