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
const commands = {
  went_back: 'npx filmgate store acknowledge-loss',
  elsewhere: 'npx filmgate store confirm-move',
  gone: 'npx filmgate restore',
} as const;

/** Says that the store lost changes or may have, what rests because of it, and what an operator can do. */
export function StoreBanner({ kind, loss }: StoreBannerProps) {
  const { t } = useTexts(bannerTexts);
  const { kind: why, noticed_at: at, missing_changes: missing, detail } = loss;
  const command = commands[why];
  const then = { went_back: t('store.then'), elsewhere: t('store.elsewhere.then'), gone: null }[
    why
  ];
  return (
    <Banner role="status" title={t(`store.${why === 'went_back' ? kind : why}`)}>
      <Stack gap="xs">
        <Text size="sm" component="div">
          {t('store.since')}
          {t('gap')}
          <InstantText at={at} isFull never={t('store.since.unknown')} />
          {t('stop')}
          {why === 'went_back' && (
            <>
              {missing === null
                ? t('store.missing.unknown')
                : t('store.missing', { count: missing })}
              {t('gap')}
            </>
          )}
          {t('store.rests')}
        </Text>
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
