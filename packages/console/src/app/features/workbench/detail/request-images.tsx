import { Anchor, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WorkbenchRequest } from '../../../api/responses.ts';
import { saySize } from '../../../shell/say-time.ts';
import { imageNames } from '../image-names.ts';
import { videoUrl } from '../video-url.ts';
import styles from './request-images.module.css';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { useLanguage } from '../../../texts/use-language.ts';

type Images = WorkbenchRequest['reference_images'];

/** Reference images of a video, to view and to download; nothing without images. */
export function RequestImages({ images }: { readonly images: Images }) {
  const { t } = useTranslation(workbenchTexts);
  const names = imageNames(images);
  if (images.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('images')}
      </Title>
      <ul className={styles['images']}>
        {images.map((image, index) => (
          <li key={names[index]}>
            <RequestImage image={image} name={names[index] ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RequestImageProps {
  readonly image: Images[number];
  readonly name: string;
}

function RequestImage({ image: { role, size, url }, name }: RequestImageProps) {
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const { t: form } = useTranslation(workbenchTexts);
  const src = url === undefined ? undefined : videoUrl(url).href;
  return (
    <Group gap="sm" wrap="nowrap">
      {src !== undefined && <img src={src} alt="" className={styles['picture']} />}
      <div>
        <Text size="sm">{form(`role.${role}`)}</Text>
        {src === undefined ? (
          <Text size="xs" c="dimmed">
            {t('images.gone')}
          </Text>
        ) : (
          <Anchor size="xs" href={src} download={name}>
            {name}, {saySize(size, language)}
          </Anchor>
        )}
      </div>
    </Group>
  );
}
