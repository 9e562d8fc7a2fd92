import { Text } from '@mantine/core';
import { useTexts } from '../../texts/use-texts.ts';
import { bannerTexts } from './banner-texts.ts';
import { Banner } from './banner.tsx';

/** Says that the disk is full, what rests because of it, and what an operator can do. */
export function DiskBanner() {
  const { t } = useTexts(bannerTexts);
  return (
    <Banner role="status" title={t('disk')}>
      <Text size="sm">{t('disk.rests')}</Text>
      <Text size="sm">{t('disk.do')}</Text>
    </Banner>
  );
}
