import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { consolePages } from '../pages.ts';
import { shellTexts } from '../shell-texts.ts';
import { Banner } from './banner.tsx';

const staleMs = 60_000;

/** Warns on every page while no service key is asked for: anyone who reaches the server may spend the accounts' credits. */
export function ServiceKeyBanner() {
  const { t } = useTexts(shellTexts);
  const api = useApi();
  const { data: isEmpty = false } = useQuery({
    // Below the key of the settings, so that a change of them is seen at once.
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
