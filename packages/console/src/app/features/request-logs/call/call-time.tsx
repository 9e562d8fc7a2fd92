import { useTexts } from '../../../texts/use-texts.ts';
import { requestLogsTexts } from '../request-logs-texts.ts';
import { sayAgo, sayInstant } from '../../../shell/say-time.ts';
import { useNow } from '../../../shell/use-now.ts';

const everyMs = 60_000;

/** When a call began, to the ms: calls are told apart by it. How long ago that is stands in the tooltip. */
export function CallTime({ at }: { readonly at: string }) {
  const { language } = useTexts(requestLogsTexts);
  const now = useNow(everyMs);
  const format = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  });
  const title = `${sayInstant(at, language)} (${sayAgo(now - Date.parse(at), language)})`;
  return (
    <time dateTime={at} title={title}>
      {format.format(Date.parse(at))}
    </time>
  );
}
