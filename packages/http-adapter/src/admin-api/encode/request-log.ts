import type { RequestLogEntry } from '@filmgate/core';
import type { RequestLogRecord } from '../schemas/request-log.ts';
import { isoInstant } from './iso-instant.ts';

/** A call as the console shows it; one whose prompt was not kept has no `prompt`. */
export function encodeRequestLogEntry(entry: RequestLogEntry): RequestLogRecord {
  return {
    id: entry.id,
    time: isoInstant(entry.at),
    count: entry.count,
    last_time: isoInstant(entry.lastAt),
    request_id: entry.requestId,
    caller: entry.caller,
    method: entry.method,
    path: entry.path,
    model: entry.model,
    status: entry.status,
    error_code: entry.errorCode,
    duration_ms: entry.durationMs,
    job_id: entry.jobId,
    disconnected: entry.disconnected,
    prompt_digest: entry.promptDigest,
    ...(entry.prompt === null ? {} : { prompt: entry.prompt }),
  };
}
