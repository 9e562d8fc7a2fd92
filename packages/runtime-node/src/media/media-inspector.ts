import type { ByteReader, GatewayPorts, Logger } from '@filmgate/core';
import pLimit from 'p-limit';
import {
  type ContainerInspection,
  inspectContainer,
  type InspectContainer,
} from './inspect-container.ts';
import { createInspectMedia } from './inspect-media.ts';
import { InspectionClient } from './inspection-client.ts';
import { recogniseMedia } from './recognise-media.ts';
import { sniffMediaType } from './sniff-media-type.ts';

/** Inspects files off the thread that serves callers. */
export interface MediaInspector {
  /** Ports that read the content of files. */
  readonly ports: Required<Pick<GatewayPorts, 'sniffMedia' | 'recogniseMedia' | 'inspectMedia'>>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Creates the inspector. Files are checked on their own thread, one after another, so that only one is in memory. The
 * thread is started at first use, and again after it has ended.
 *
 * @param log - receives failures of the thread; the file is then checked here, since a paid video does not wait for the
 * thread
 */
export function createMediaInspector(log: Logger): MediaInspector {
  const thread = new InspectionClient(log);
  const inTurn = pLimit(1);
  const inspect = checkOnce((file, mediaType) =>
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

/** Maximum number of files whose result is cached. A file is fetched repeatedly while its job waits for another. */
const mostRemembered = 1_000;

/** Caches results by digest; a process starts with an empty cache, since a new release may decide otherwise. */
function checkOnce(inspect: InspectContainer): InspectContainer {
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
    // A result about a file with missing bytes in the storage says nothing about the file.
    if (key !== null && isWhole) verdicts.set(key, found);
    const [oldest] = verdicts.keys();
    if (verdicts.size > mostRemembered && oldest !== undefined) verdicts.delete(oldest);
    return found;
  };
}
