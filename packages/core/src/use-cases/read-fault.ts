import type { JsonValue } from '../json/json-value.ts';
import type { Logger } from '../ports/logger.ts';
import { whyUnanswered } from '../upstream/unanswered.ts';

/** What was read of an upstream, as the log tells it. */
interface FailedRead {
  readonly event: string;
  readonly facts: { readonly [key: string]: JsonValue };
}

/** Why a read threw, for an operator. A fault of the client is logged with its stack; an outage at the other side is no fault. */
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
