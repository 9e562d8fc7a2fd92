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
  const thread = new InspectionClient(log);
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
