import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiUser } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { sayInstant } from '../../shell/say-time.ts';
import { apiUsersTexts } from '../../texts/api-users.ts';
import { useLanguage } from '../../texts/use-language.ts';

/** Progress of an erasure. */
export function ErasureProgress({ user: { erasure } }: { readonly user: ApiUser }) {
  const { t } = useTranslation(apiUsersTexts);
  const language = useLanguage();
  if (erasure === null) return null;
  const { requested_at: requestedAt, completed_at: completedAt, remaining } = erasure;
  return (
    <Alert variant="default" title={t('erased')} role="status">
      {completedAt === null
        ? t('erased.remaining', { at: sayInstant(requestedAt, language), count: remaining })
        : t('erased.complete', { at: sayInstant(completedAt, language) })}
    </Alert>
  );
}

/** Erases all personal data of an API user after the user's name was typed. */
export function UserErasure({ user }: { readonly user: ApiUser }) {
  const { t } = useTranslation(apiUsersTexts);
  const { failed, isSending, send } = useRequest();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed === user.name || typed === user.id;
  const erase = async (): Promise<void> => {
    if (!isConfirmed) return;
    const path = '/api/v1/admin/api-users/{id}/erase';
    await send({ path, method: 'POST', params: { id: user.id }, body: { confirm: typed } });
    await queries.invalidateQueries();
  };
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('erase.title')}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void erase();
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('erase.text')}</Text>
          <TextInput
            label={t('erase.type', { name: user.name })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" color="red.8" loading={isSending} disabled={!isConfirmed}>
            {t('erase')}
          </Button>
          {failed !== null && <FailureNotice failed={failed} />}
        </Stack>
      </form>
    </section>
  );
}
