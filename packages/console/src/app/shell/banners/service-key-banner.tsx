import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { consolePages } from '../pages.ts';
import { Banner } from './banner.tsx';
import { shellTexts } from '../../texts/shell.ts';

const staleMs = 60_000;

/** Warning on every page while no service key is set: anyone who reaches the server can spend the accounts' credits. */
export function ServiceKeyBanner() {
  const { t } = useTranslation(shellTexts);
  const api = useApi();
  const { data: isEmpty = false } = useQuery({
    // Inside the query key of the settings, so that a change of a setting updates it at once.
    queryKey: ['settings', 'service-key'],
    staleTime: staleMs,
    queryFn: async ({ signal }) => {
      const path = '/api/v1/admin/settings';
      const { data } = valueOf(await api.ask({ path, signal }));
      const value = data.find(({ name }) => name === 'service_api_key')?.value;
      return value === '' || value === null;
    },
  });
  if (!isEmpty) return null;
  const settings = consolePages.find(({ path }) => path === '/console/settings');
  return (
    <Banner role="note" title={t('open')}>
      {t('open.why')}{' '}
      {settings !== undefined && (
        <Anchor component={Link} to={settings.path} inherit underline="always" c="inherit">
          {t('open.settings')}
        </Anchor>
      )}
    </Banner>
  );
}
