import '@mantine/core/styles/Tabs.css';
import { Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { mountUrl } from '../../../api/mount.ts';
import type { WorkbenchRequest } from '../../../api/answers.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import { makeCode } from './make-code.ts';

const tabs = ['curl', 'javascript', 'python'] as const;

/** How a program makes the same video. */
export function CodeExamples({ request }: { readonly request: WorkbenchRequest }) {
  const { t } = useTexts(detailTexts);
  const code = makeCode(request, mountUrl.href.replace(/\/$/, ''));
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('detail.code')}
      </Title>
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
      <Text size="xs" c="dimmed" mt="xs">
        {t('code.key')}
        {request.reference_images.length > 0 && ` ${t('code.images')}`}
      </Text>
    </section>
  );
}
