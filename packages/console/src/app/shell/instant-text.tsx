import { sayAgo, sayInstant } from './say-time.ts';
import { useNow } from './use-now.ts';
import { useLanguage } from '../texts/use-language.ts';

export interface InstantTextProps {
  /** ISO 8601; null shows `never`. */
  readonly at: string | null;
  /** Shows both the age and the full instant; otherwise the full instant is in the tooltip. */
  readonly isFull?: boolean;
  /** Text without an instant; a dash when absent. */
  readonly never?: string;
}

const everyMs = 15_000;

/** An instant relative to now, with the full date and time. */
export function InstantText({ at, isFull = false, never = '–' }: InstantTextProps) {
  const language = useLanguage();
  const now = useNow(at === null ? null : everyMs);
  if (at === null) return <span>{never}</span>;
  const ago = sayAgo(now - Date.parse(at), language);
  const instant = sayInstant(at, language);
  return (
    <time dateTime={at} title={instant}>
      {isFull ? `${instant} (${ago})` : ago}
    </time>
  );
}
