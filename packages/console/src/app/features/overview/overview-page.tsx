import { Stack } from '@mantine/core';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { FiguresHeading } from '../figures/figures-heading.tsx';
import { useFigures } from '../figures/use-figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewPlots } from './overview-plots.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { overviewTexts } from './overview-texts.ts';
import { RulingNotice } from './ruling-notice.tsx';
import { UnreadableNotice } from './unreadable-notice.tsx';

/** How the gateway does, at one glance. */
export function OverviewPage() {
  const { t } = useTexts(overviewTexts);
  const { now, figures, failed, retry } = useFigures();
  return (
    <Stack>
      <FiguresHeading title={t('title')} at={now?.at} />
      {failed !== null && <FailureNotice failed={failed} onRetry={retry} />}
      {now !== undefined && (
        <>
          <FirstSteps now={now} figures={figures} />
          <RulingNotice queue={now.queue} />
          <UnreadableNotice queue={now.queue} />
          <OverviewTiles now={now} figures={figures} />
        </>
      )}
      {figures !== undefined && <OverviewPlots figures={figures} />}
    </Stack>
  );
}
