import type { RequestLogEntry, RequestLogFilters } from '@filmgate/core';

/** Whether a call passes every filter; its time is not looked at. */
export function matchesCall(entry: RequestLogEntry, filters: RequestLogFilters): boolean {
  const { status, caller, model, jobId, path, text } = filters;
  return (
    (status === null || entry.status === status) &&
    (caller === null || entry.caller === caller) &&
    (model === null || entry.model === model) &&
    (jobId === null || entry.jobId === jobId) &&
    (path === null || hasPath(entry, path)) &&
    (text === null || hasText(entry, text.toLowerCase()))
  );
}

function hasPath({ path }: RequestLogEntry, wanted: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}

function hasText({ path, prompt, errorCode, requestId }: RequestLogEntry, text: string): boolean {
  return [path, prompt, errorCode, requestId].some(
    (one) => one?.toLowerCase().includes(text) === true,
  );
}
