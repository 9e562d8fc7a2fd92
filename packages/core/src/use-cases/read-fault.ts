import type { JsonValue } from '../json/json-value.ts';
import type { Logger } from '../ports/logger.ts';
import { whyUnanswered } from '../upstream/unanswered.ts';

/** Subject of a read of a provider, for the log. */
interface FailedRead {
  readonly event: string;
  readonly facts: { readonly [key: string]: JsonValue };
}

/** Describes for an operator why a read threw; logs a fault of the client, with its stack, but no outage elsewhere. */
export function describeReadFault(
  log: Logger,
  error: unknown,
  { event, facts }: FailedRead,
): string {
  const why = whyUnanswered(error);
  if (why !== undefined) return why;
  log.error(event, error, facts);
  return 'the provider client failed; see the log';
}
