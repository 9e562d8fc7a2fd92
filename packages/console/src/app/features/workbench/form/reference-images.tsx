import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Input,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { Icon } from '../../../shell/icon.tsx';
import type { ReferenceImage } from './draft.ts';
import { acceptedImages, imageAt } from './read-image-files.ts';
import styles from './reference-images.module.css';
import { roleAt } from './reference-role.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface ReferenceImagesProps {
  readonly model: WorkbenchModel;
  readonly images: readonly ReferenceImage[];
  readonly problems: readonly string[];
  readonly onAddFiles: (files: readonly File[]) => void;
  readonly onChange: (images: readonly ReferenceImage[]) => void;
}

/** Reference images, each with a role determined by its position. */
export function ReferenceImages(props: ReferenceImagesProps) {
  const { model, images, problems, onAddFiles, onChange } = props;
  const { t } = useTranslation(workbenchTexts);
  const { min, max } = model.reference_images;
  if (max === 0 && images.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {t('images.none', { family: model.family })}
      </Text>
    );
  return (
    <DropArea onFiles={onAddFiles}>
      <Input.Label labelElement="div">{t('images')}</Input.Label>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {max === 1 ? t('images.range-one') : t('images.range', { min, max })}
        </Text>
        {images.length > 0 && <ImageList model={model} images={images} onChange={onChange} />}
        {images.length < max && <AddImage {...props} />}
        {problems.map((problem) => (
          <Input.Error key={problem} role="alert">
            {problem}
          </Input.Error>
        ))}
      </Stack>
    </DropArea>
  );
}

/** Accepts dropped files. */
function DropArea({
  onFiles,
  children,
}: PropsWithChildren<{ readonly onFiles: (files: readonly File[]) => void }>) {
  const { t } = useTranslation(workbenchTexts);
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={t('images')}
      className={styles['field']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </section>
  );
}

function AddImage({ images, onAddFiles, onChange }: ReferenceImagesProps) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <Group gap="xs" align="start">
      <FileButton accept={acceptedImages} multiple onChange={onAddFiles}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="xs"
            leftSection={<Icon name="image" size={15} />}
          >
            {t('images.choose')}
          </Button>
        )}
      </FileButton>
      <AddByAddress onAdd={(image) => onChange([...images, image])} />
    </Group>
  );
}

function AddByAddress({ onAdd }: { readonly onAdd: (image: ReferenceImage) => void }) {
  const { t } = useTranslation(workbenchTexts);
  const [address, setAddress] = useState('');
  const [isBad, setBad] = useState(false);
  const add = (): void => {
    const image = imageAt(address);
    setBad(image === null);
    if (image === null) return;
    onAdd(image);
    setAddress('');
  };
  return (
    <>
      <TextInput
        size="xs"
        flex={1}
        miw={120}
        aria-label={t('images.url')}
        placeholder="https://"
        value={address}
        error={isBad && t('images.bad-url')}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" size="xs" disabled={address.trim() === ''} onClick={add}>
        {t('images.add')}
      </Button>
    </>
  );
}

function ImageList({
  model,
  images,
  onChange,
}: Pick<ReferenceImagesProps, 'model' | 'images' | 'onChange'>) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <ol className={styles['list']}>
      {images.map((image, index) => (
        <li key={image.key} className={styles['item']}>
          <Thumbnail image={image} />
          <Text size="xs" className={styles['role'] ?? ''}>
            {t(`role.${roleAt(index, images.length, model)}`)}
          </Text>
          <ImageButtons images={images} index={index} onChange={onChange} />
        </li>
      ))}
    </ol>
  );
}

interface ImageButtonsProps extends Pick<ReferenceImagesProps, 'images' | 'onChange'> {
  readonly index: number;
}

function ImageButtons({ images, index, onChange }: ImageButtonsProps) {
  const { t } = useTranslation(workbenchTexts);
  const name = images[index]?.name ?? '';
  return (
    <Group gap={2} justify="center" wrap="nowrap">
      {index > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('images.earlier', { name })}
          onClick={() => onChange(swapped(images, index - 1))}
        >
          <Icon name="left" size={14} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('images.remove', { name })}
        onClick={() => onChange(images.toSpliced(index, 1))}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </Group>
  );
}

/** The browser does not load remote images: their server would learn about the work. */
function Thumbnail({ image: { url, name } }: { readonly image: ReferenceImage }) {
  return url.startsWith('data:') ? (
    <img className={styles['picture']} src={url} alt={name} />
  ) : (
    <span className={styles['picture']} title={url}>
      <Icon name="link" />
      <span className={styles['name']}>{name}</span>
    </span>
  );
}

function swapped(images: readonly ReferenceImage[], index: number): readonly ReferenceImage[] {
  const [one, other] = [images[index], images[index + 1]];
  if (one === undefined || other === undefined) return images;
  return images.with(index, other).with(index + 1, one);
}
