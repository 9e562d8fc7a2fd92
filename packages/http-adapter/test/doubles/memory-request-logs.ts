import type { RequestLogEntry, RequestLogPage, RequestLogQuery } from '@filmgate/core';

/** A request log that gives what it is told to and remembers what it was asked. */
export class MemoryRequestLogs {
  readonly asked: RequestLogQuery[] = [];
  page: RequestLogPage = { kind: 'page', entries: [], next: null };

  give(entries: readonly RequestLogEntry[], next: string | null = null): void {
    this.page = { kind: 'page', entries, next };
  }

  async list(query: RequestLogQuery): Promise<RequestLogPage> {
    this.asked.push(query);
    return this.page;
  }
}
