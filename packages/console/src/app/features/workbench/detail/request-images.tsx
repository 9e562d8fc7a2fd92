import { Anchor, Group, Text, Title } from '@mantine/core';
import type { WorkbenchRequest } from '../../../api/responses.ts';
import { saySize } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { formTexts } from '../form/form-texts.ts';
import { imageNames } from '../image-names.ts';
import { videoUrl } from '../video-url.ts';
import { detailTexts } from './detail-texts.ts';
import styles from './request-images.module.css';

type Images = WorkbenchRequest['reference_images'];

/** The images a video was made from, to view and to download; renders nothing without images. */
export function RequestImages({ images }: { readonly images: Images }) {
  const { t } = useTexts(formTexts);
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
  const { t, language } = useTexts(detailTexts);
  const { t: form } = useTexts(formTexts);
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
