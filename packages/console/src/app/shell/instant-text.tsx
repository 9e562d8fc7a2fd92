import { useTexts } from '../texts/use-texts.ts';
import { sayAgo, sayInstant } from './say-time.ts';
import { shellTexts } from './shell-texts.ts';
import { useNow } from './use-now.ts';

export interface InstantTextProps {
  /** ISO 8601; null shows `never`. */
  readonly at: string | null;
  /** Both the instant in full and how long ago it is; otherwise the first stands in the tooltip. */
  readonly isFull?: boolean;
  /** Said where there is no instant: a dash when absent. */
  readonly never?: string;
}

const everyMs = 15_000;

/** An instant: how long ago it is, or how soon it comes, and when exactly. */
export function InstantText({ at, isFull = false, never = '–' }: InstantTextProps) {
  const { language } = useTexts(shellTexts);
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
