import { Worker } from 'node:worker_threads';
import type { ByteReader, GatewayPorts, Logger, MediaType } from '@filmgate/core';
import pLimit from 'p-limit';
import {
  type ContainerInspection,
  inspectContainer,
  type InspectContainer,
} from './inspect-container.ts';
import { createInspectMedia } from './inspect-media.ts';
import type { InspectionOrder, InspectionReport } from './inspection-messages.ts';
import { recogniseMedia } from './recognise-media.ts';
import { sniffMediaType } from './sniff-media-type.ts';

/** Inspects files away from the thread that answers callers. */
export interface MediaInspector {
  /** The ports that look into files. */
  readonly ports: Required<Pick<GatewayPorts, 'sniffMedia' | 'recogniseMedia' | 'inspectMedia'>>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Files are checked on a thread of their own, one after another, so that one of many is in memory. The thread is started when it is first
 * needed, and again when it has ended.
 *
 * @param log - is told when the thread fails; the file is checked here then, as a video that was paid for does not wait for it
 */
export function createMediaInspector(log: Logger): MediaInspector {
  const thread = new InspectionThread(log);
  const inTurn = pLimit(1);
  const inspect = judgeOnce((file, mediaType) =>
    inTurn(async () => {
      const found = await thread.inspect(file, mediaType);
      return found ?? (await inspectContainer(file, mediaType));
    }),
  );
  return {
    ports: {
      sniffMedia: sniffMediaType,
      recogniseMedia,
      inspectMedia: createInspectMedia(inspect),
    },
    close: () => thread.close(),
  };
}

/** Files whose verdict is remembered. A file is fetched again and again while its job waits for another. */
const mostRemembered = 1_000;

/** Remembers by digest what was found; a process begins with nothing, as a new release may judge otherwise. */
function judgeOnce(inspect: InspectContainer): InspectContainer {
  const verdicts = new Map<string, ContainerInspection>();
  return async (file, mediaType) => {
    const key = file.sha256 === undefined ? null : `${mediaType} ${file.size} ${file.sha256}`;
    const known = key === null ? undefined : verdicts.get(key);
    if (known !== undefined) return known;
    let isWhole = true;
    const read: ByteReader['read'] = async (offset, length) => {
      const bytes = await file.read(offset, length);
      isWhole &&= bytes.length === length;
      return bytes;
    };
    const found = await inspect({ size: file.size, read }, mediaType);
    // What storage that lacks some of its bytes makes of a file says nothing about the file.
    if (key !== null && isWhole) verdicts.set(key, found);
    const [oldest] = verdicts.keys();
    if (verdicts.size > mostRemembered && oldest !== undefined) verdicts.delete(oldest);
    return found;
  };
}

/** Beside this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './inspection-thread.ts' : './inspection-thread.js',
  import.meta.url,
);

/** The way to the thread, for one file at a time. */
class InspectionThread {
  readonly #log: Logger;
  #worker: Worker | undefined;
  #answered: ((report: InspectionReport | undefined) => void) | undefined;
  #isClosed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** What it finds; undefined when it has ended, or cannot be started. */
  async inspect(file: ByteReader, mediaType: MediaType): Promise<ContainerInspection | undefined> {
    if (!this.#isClosed) this.#worker ??= this.#start();
    const worker = this.#worker;
    if (worker === undefined) return undefined;
    // The program may have nothing else to wait for.
    worker.ref();
    try {
      let report = await this.#ask(worker, { kind: 'inspect', mediaType, size: file.size });
      while (report?.kind === 'read') {
        // A copy: the reader may have more in the same memory, and keep it.
        const bytes = new Uint8Array(await file.read(report.offset, report.length));
        report = await this.#ask(worker, { kind: 'bytes', bytes });
      }
      worker.unref();
      return report?.found;
    } catch (error) {
      // It waits for bytes that will not come.
      await worker.terminate();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #ask(worker: Worker, order: InspectionOrder): Promise<InspectionReport | undefined> {
    // It may have ended while the file was read.
    if (this.#worker !== worker) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#answered = resolve;
      worker.postMessage(order, order.kind === 'bytes' ? [order.bytes.buffer] : []);
    });
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(threadFile);
      worker.on('message', (report: InspectionReport) => this.#answered?.(report));
      worker.on('error', (error) => this.#log.error('inspection-thread-failed', error));
      worker.on('exit', () => {
        this.#worker = undefined;
        this.#answered?.(undefined);
      });
      return worker;
    } catch (error) {
      this.#log.error('inspection-thread-failed', error);
      return undefined;
    }
  }
}
