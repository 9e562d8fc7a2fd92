import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { FeedConnection } from './jobs/job-feed.ts';
import { workbenchTexts } from './workbench-texts.ts';

const tones: { readonly [C in FeedConnection]: BadgeTone } = {
  connecting: 'quiet',
  live: 'good',
  polling: 'quiet',
  offline: 'bad',
  ended: 'bad',
};

/** Whether what the page shows is what there is. */
export function ConnectionBadge({ connection }: { readonly connection: FeedConnection }) {
  const { t } = useTexts(workbenchTexts);
  return (
    <span role="status">
      <ToneBadge tone={tones[connection]}>{t(`live.${connection}`)}</ToneBadge>
    </span>
  );
}
