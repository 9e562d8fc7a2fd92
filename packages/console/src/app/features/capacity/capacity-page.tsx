import { Stack } from '@mantine/core';
import type { Overview } from '../../api/answers.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { FiguresHeading } from '../figures/figures-heading.tsx';
import { useFigures } from '../figures/use-figures.ts';
import { AccountsLink } from './accounts-link.tsx';
import { CapacityNow } from './capacity-now.tsx';
import { CapacityPlots } from './capacity-plots.tsx';
import { capacityTexts } from './capacity-texts.ts';
import { SplitSlots, useSplit } from './split-slots.tsx';
import { WhyWaiting } from './why-waiting.tsx';

/** What the pool can take, how that went, and why jobs wait. */
export function CapacityPage() {
  const { t } = useTexts(capacityTexts);
  const { now, figures, failed, retry } = useFigures(useSplit());
  return (
    <Stack>
      <FiguresHeading title={t('title')} at={now?.at} />
      {failed !== null && <FailureNotice failed={failed} onRetry={retry} />}
      {now !== undefined && <PoolNow now={now} />}
      {figures !== undefined && <CapacityPlots figures={figures} />}
      {now !== undefined && figures !== undefined && <SplitSlots now={now} figures={figures} />}
    </Stack>
  );
}

function PoolNow({ now }: { readonly now: Overview }) {
  const { t } = useTexts(capacityTexts);
  const { capacity, queue, waiting } = now;
  if (capacity.accounts.total === 0 && queue.waiting === 0) {
    return (
      <EmptyState icon="pool" title={t('empty.title')} action={<AccountsLink />}>
        {t('empty')}
      </EmptyState>
    );
  }
  return (
    <>
      <CapacityNow capacity={capacity} />
      <WhyWaiting waiting={waiting} opensAt={capacity.next_opening_at} />
    </>
  );
}
