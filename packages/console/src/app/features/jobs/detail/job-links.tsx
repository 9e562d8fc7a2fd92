import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminJob } from '../../../api/answers.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';

interface Target {
  readonly text: 'logs' | 'account' | 'owner' | 'audit';
  readonly to: string;
  readonly search: { readonly [name: string]: string };
}

/** Where else something is known about a job. */
export function JobLinks({ job }: { readonly job: AdminJob }) {
  const { t } = useTexts(detailTexts);
  return (
    <nav aria-labelledby="job-links">
      <Title order={3} size="h6" mb="xs" id="job-links">
        {t('links')}
      </Title>
      <Group gap="md">
        {targetsOf(job).map(({ text, to, search }) => (
          <Anchor
            key={text}
            size="sm"
            renderRoot={(props) => <Link to={to} search={search} {...props} />}
          >
            {t(`links.${text}`)}
          </Anchor>
        ))}
      </Group>
    </nav>
  );
}

function targetsOf({ id, account_id, owner }: AdminJob): readonly Target[] {
  const user = /^user:(.+)$/.exec(owner)?.[1];
  return [
    { text: 'logs', to: '/console/request-logs', search: { job: id } },
    ...(account_id === null
      ? []
      : [{ text: 'account', to: '/console/accounts', search: { account: account_id } } as const]),
    ...(user === undefined
      ? []
      : [{ text: 'owner', to: '/console/api-users', search: { user } } as const]),
    { text: 'audit', to: '/console/audit-log', search: { target: id } },
  ];
}
