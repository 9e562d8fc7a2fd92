import type {
  RequestBucket,
  RequestLogCountQuery,
  RequestLogEntry,
  RequestLogPage,
  RequestLogQuery,
} from '@filmgate/core';

/** A request log that returns scripted pages and records its queries. */
export class MemoryRequestLogs {
  readonly asked: RequestLogQuery[] = [];
  readonly counted: RequestLogCountQuery[] = [];
  buckets: readonly RequestBucket[] = [];
  page: RequestLogPage = { kind: 'page', entries: [], next: null };
  /** Called instead of returning the page. */
  response: ((query: RequestLogQuery) => RequestLogPage) | undefined;

  give(entries: readonly RequestLogEntry[], next: string | null = null): void {
    this.page = { kind: 'page', entries, next };
  }

  async list(query: RequestLogQuery): Promise<RequestLogPage> {
    this.asked.push(query);
    return this.response?.(query) ?? this.page;
  }

  async countOverTime(query: RequestLogCountQuery): Promise<readonly RequestBucket[]> {
    this.counted.push(query);
    return this.buckets;
  }
}
