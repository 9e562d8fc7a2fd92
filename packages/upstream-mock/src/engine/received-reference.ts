import { createHash } from 'node:crypto';
import type { MockReference } from '../job/mock-job.ts';

/** A reference in a provider's form: a URL, a data URL, or bare base64. Of a URL the mock keeps only a digest. */
export function receivedReference(role: string, text: string): MockReference {
  const data = /^data:([\w.+/-]{1,100});base64,/.exec(text);
  if (data !== null) {
    const [head, contentType = ''] = data;
    return { role, contentType, ...summaryOf(Buffer.from(text.slice(head.length), 'base64')) };
  }
  return /^(?:https?|gs|runway|mm_file):\/\//i.test(text)
    ? { role, contentType: 'text/uri-list', ...summaryOf(Buffer.from(text)) }
    : { role, contentType: 'application/octet-stream', ...summaryOf(Buffer.from(text, 'base64')) };
}

/** A reference uploaded as a file. */
export function uploadedReference(
  role: string,
  {
    fileName,
    contentType,
    bytes,
  }: Pick<MockReference, 'contentType' | 'fileName'> & {
    readonly bytes: Uint8Array;
  },
): MockReference {
  return { role, contentType, fileName, ...summaryOf(bytes) };
}

function summaryOf(bytes: Uint8Array): Pick<MockReference, 'sha256' | 'size'> {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}
