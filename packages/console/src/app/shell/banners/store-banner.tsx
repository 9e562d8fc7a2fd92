import { Code, Group, Stack, Text } from '@mantine/core';
import type { StoreState } from '../../api/responses.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { InstantText } from '../instant-text.tsx';
import { bannerTexts } from './banner-texts.ts';
import { Banner } from './banner.tsx';

export interface StoreBannerProps extends Pick<StoreState, 'kind'> {
  readonly loss: NonNullable<StoreState['loss']>;
}

/** The command that [restore.told] names. */
const command = 'npx filmgate store acknowledge-loss';

/** Says that the store lost changes, what rests because of it, and what an operator can do. */
export function StoreBanner({ kind, loss }: StoreBannerProps) {
  const { t } = useTexts(bannerTexts);
  const { noticed_at: at, missing_changes: missing, detail } = loss;
  return (
    <Banner role="status" title={t(`store.${kind}`)}>
      <Stack gap="xs">
        <Text size="sm" component="div">
          {t('store.since')}
          {t('gap')}
          <InstantText at={at} isFull never={t('store.since.unknown')} />
          {t('stop')}
          {missing === null ? t('store.missing.unknown') : t('store.missing', { count: missing })}
          {t('gap')}
          {t('store.rests')}
        </Text>
        <Text size="sm">{t(`store.${kind}.do`)}</Text>
        <Group gap="xs">
          <Code>{command}</Code>
          <CopyButton text={command} size="compact-xs" />
        </Group>
        <Text size="sm">{t('store.then')}</Text>
        <Text size="xs" lang="en">
          {detail}
        </Text>
      </Stack>
    </Banner>
  );
}
