import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchModel } from '../../../api/responses.ts';
import type { Draft, ReferenceImage } from './draft.ts';
import { readImageFiles } from './read-image-files.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface ImageFiles {
  /** Problems of the last chosen files. */
  readonly problems: readonly string[];
  readonly addFiles: (files: readonly File[]) => void;
}

/** Accepts files by drop, paste or file dialog. */
export function useImageFiles({
  model: { family, reference_images },
  images,
  onChange,
}: {
  readonly model: WorkbenchModel;
  readonly images: readonly ReferenceImage[];
  readonly onChange: (change: Partial<Draft>) => void;
}): ImageFiles {
  const { t } = useTranslation(workbenchTexts);
  const [problems, setProblems] = useState<readonly string[]>([]);
  // Reading takes a moment, in which other images may have been added or removed.
  const latest = useRef(images);
  useEffect(() => {
    latest.current = images;
  }, [images]);
  const take = async (files: readonly File[]): Promise<void> => {
    const results = await readImageFiles(files);
    const read = results.flatMap((one) => (one.kind === 'read' ? [one.image] : []));
    const refused = results.flatMap((one) =>
      one.kind === 'refused' ? [t(`images.${one.reason}`, { name: one.name })] : [],
    );
    const most = reference_images.max;
    const together = [...latest.current, ...read];
    const count = together.length - most;
    setProblems(count > 0 ? [...refused, t('images.too-many', { family, most, count })] : refused);
    onChange({ references: together.slice(0, most) });
  };
  return { problems, addFiles: (files) => void take(files) };
}
