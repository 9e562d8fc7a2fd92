import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Banner } from './banner.tsx';
import { bannersTexts } from '../../texts/banners.ts';

/** Reports a full disk, the paused work, and the operator's options. */
export function DiskBanner() {
  const { t } = useTranslation(bannersTexts);
  return (
    <Banner role="status" title={t('disk')}>
      <Text size="sm">{t('disk.rests')}</Text>
      <Text size="sm">{t('disk.do')}</Text>
    </Banner>
  );
}
