import { Group, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { ClockState } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { InstantText } from '../instant-text.tsx';
import { Banner } from './banner.tsx';
import { bannersTexts } from '../../texts/banners.ts';

export interface ClockBannerProps {
  readonly jump: NonNullable<ClockState['jump']>;
  readonly onConfirmed: (state: ClockState) => void;
}

/** Reports that the clock jumped ahead, and asks a person to confirm the time. */
export function ClockBanner({ jump, onConfirmed }: ClockBannerProps) {
  const { t } = useTranslation(bannersTexts);
  const { send, failed } = useRequest();
  const confirm = async (): Promise<void> => {
    const path = '/api/v1/admin/clock/confirm';
    const outcome = await send({ path, method: 'POST' });
    if (outcome.kind === 'answered') onConfirmed(outcome.value);
  };
  return (
    <Banner role="status" title={t('clock')}>
      <Text size="sm" component="div">
        <Trans
          t={t}
          i18nKey="clock.text"
          components={{
            clock: <InstantText at={jump.clock_at} isFull />,
            trusted: <InstantText at={jump.confirmed_at} isFull />,
          }}
        />
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
