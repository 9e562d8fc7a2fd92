import { Code, Group, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { StoreState } from '../../api/responses.ts';
import { CopyButton } from '../copy-button.tsx';
import { InstantText } from '../instant-text.tsx';
import { Banner } from './banner.tsx';
import { bannersTexts } from '../../texts/banners.ts';

export interface StoreBannerProps extends Pick<StoreState, 'kind'> {
  readonly loss: NonNullable<StoreState['loss']>;
}

/** Commands named by [restore.told]. */
const commands = {
  went_back: 'npx filmgate store acknowledge-loss',
  elsewhere: 'npx filmgate store confirm-move',
  gone: 'npx filmgate restore',
} as const;

/** Reports lost or possibly lost changes of the store, the paused work, and the operator's options. */
export function StoreBanner({ kind, loss }: StoreBannerProps) {
  const { t } = useTranslation(bannersTexts);
  const { kind: why, noticed_at: at, missing_changes: missing, detail } = loss;
  const command = commands[why];
  const then = { went_back: t('store.then'), elsewhere: t('store.elsewhere.then'), gone: null }[
    why
  ];
  return (
    <Banner role="status" title={t(`store.${why === 'went_back' ? kind : why}`)}>
      <Stack gap="xs">
        <Text size="sm" component="div">
          <Trans
            t={t}
            i18nKey="store.since"
            components={{ at: <InstantText at={at} isFull never={t('store.since.unknown')} /> }}
          />
        </Text>
        {why === 'went_back' && (
          <Text size="sm">
            {missing === null ? t('store.missing.unknown') : t('store.missing', { count: missing })}
          </Text>
        )}
        <Text size="sm">{t('store.rests')}</Text>
        <Text size="sm">{t(`store.${why === 'went_back' ? kind : why}.do`)}</Text>
        <Group gap="xs">
          <Code>{command}</Code>
          <CopyButton text={command} size="compact-xs" />
        </Group>
        {then !== null && <Text size="sm">{then}</Text>}
        <Text size="xs" lang="en">
          {detail}
        </Text>
      </Stack>
    </Banner>
  );
}
