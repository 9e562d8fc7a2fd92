import { Group, Text } from '@mantine/core';
import type { ClockState } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { InstantText } from '../instant-text.tsx';
import { bannerTexts } from './banner-texts.ts';
import { Banner } from './banner.tsx';

export interface ClockBannerProps {
  readonly jump: NonNullable<ClockState['jump']>;
  readonly onConfirmed: (state: ClockState) => void;
}

/** Says that the clock jumped ahead, and lets a person confirm that it is right. */
export function ClockBanner({ jump, onConfirmed }: ClockBannerProps) {
  const { t } = useTexts(bannerTexts);
  const { send, failed } = useRequest();
  const confirm = async (): Promise<void> => {
    const path = '/api/v1/admin/clock/confirm';
    const outcome = await send({ path, method: 'POST' });
    if (outcome.kind === 'answered') onConfirmed(outcome.value);
  };
  return (
    <Banner role="status" title={t('clock')}>
      <Text size="sm" component="div">
        {t('clock.says')} <InstantText at={jump.clock_at} isFull />
        {t('stop')}
        {t('clock.trusted')} <InstantText at={jump.witnessed_at} isFull />
        {t('stop')}
        {t('clock.why')}
      </Text>
      <Group mt="xs">
        <ConfirmButton
          question={t('clock.question')}
          confirm={t('clock.confirm')}
          onConfirm={confirm}
        >
          {t('clock.confirm')}
        </ConfirmButton>
      </Group>
      {failed !== null && <FailureNotice failed={failed} />}
    </Banner>
  );
}
