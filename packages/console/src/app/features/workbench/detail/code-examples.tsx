import { Code, Stack, Tabs, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/api-provider.tsx';
import type { WorkbenchRequest } from '../../../api/responses.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { addressesQuery } from '../../api-users/addresses-query.ts';
import { modelFamiliesQuery } from '../../models/models-query.ts';
import { makeCode } from './make-code.ts';
import { type TaskCall, taskCallFor } from './task-call.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { useLanguage } from '../../../texts/use-language.ts';
import { sayList } from '../../../shell/say-list.ts';

export interface CodeExamplesProps {
  readonly request: WorkbenchRequest;
  /** Id of the video. */
  readonly id: string;
}

/** Code that makes the same video, only once even when run repeatedly; nothing before the request is loaded. */
export function CodeExamples({ request, id }: CodeExamplesProps) {
  const { t } = useTranslation(workbenchTexts);
  const api = useApi();
  const { data: addresses } = useQuery(addressesQuery(api));
  const { data: catalog } = useQuery(modelFamiliesQuery(api));
  if (addresses === undefined || catalog === undefined) return null;
  const base = addresses.tasks_url?.replace(/\/$/, '');
  const call = base === undefined ? null : taskCallFor(request, catalog.data);
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('detail.code')}
      </Title>
      {base === undefined || call === null ? (
        <Text size="sm">{t('code.none')}</Text>
      ) : (
        <Programs call={call} base={base} idempotencyKey={`copy-of-${id}`} />
      )}
    </section>
  );
}

interface ProgramsProps {
  readonly call: TaskCall;
  readonly base: string;
  readonly idempotencyKey: string;
}

const tabs = ['curl', 'javascript', 'python'] as const;

function Programs({ call: { body, differs }, base, idempotencyKey: key }: ProgramsProps) {
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const code = makeCode({ body, base, key });
  return (
    <>
      {differs.length > 0 && (
        <Text size="sm" mb="xs">
          {t('code.differs', { fields: sayList(differs, language) })}
        </Text>
      )}
      <Tabs defaultValue="curl">
        <Tabs.List>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`code.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="xs">
            <Stack gap="xs" align="start">
              <Code block w="100%" style={{ whiteSpace: 'pre-wrap' }}>
                {code[tab]}
              </Code>
              <CopyButton text={code[tab]} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Hints hasImages={'images' in body} />
    </>
  );
}

function Hints({ hasImages }: { readonly hasImages: boolean }) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <Text size="xs" c="dimmed" mt="xs" component="div">
      {t('code.key')}
      {hasImages && <div>{t('code.images')}</div>}
    </Text>
  );
}
