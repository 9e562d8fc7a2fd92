import type { Logger } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';

/** Tells the operator of an answer that failed by a fault of ours or of the store; what callers do wrong is not told here. */
export function logFailedRequest(
  log: Logger,
  request: FastifyRequest,
  { kind, error }: { readonly kind: string; readonly error: unknown },
): void {
  const fields = { request_id: request.id, route: request.routeOptions.url ?? '' };
  if (kind === 'internal') log.error('request_failed', error, fields);
  if (kind === 'storage-unavailable') log.error('storage_unavailable', error, fields);
}
