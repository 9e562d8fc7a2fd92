import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { draftKey } from '../../../session/drafts.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { openImageStore } from './image-store.ts';

const storageKey = draftKey;
const keptWords = z.object({
  prompt: z.string(),
  negativePrompt: z.string(),
  /** Keys of the images that belong to it: the store of their contents is written a moment later. */
  images: z.optional(z.array(z.string())),
});
type KeptWords = z.infer<typeof keptWords>;
const keptImages = z.array(z.object({ key: z.string(), url: z.string(), name: z.string() }));
const none: readonly string[] = [];
const imageStore = openImageStore();

/** Changes some of a draft; a function is given the draft as it is by then. */
export type ChangeDraft = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;

/** What the person is writing, and how to change it; it survives a reload and a login in between. */
export function useDraft(): readonly [Draft, ChangeDraft] {
  const [kept] = useState(readWords);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft,
    prompt: kept.prompt,
    negativePrompt: kept.negativePrompt,
  }));
  const change = useCallback<ChangeDraft>(
    (changed) =>
      setDraft((old) => ({ ...old, ...(typeof changed === 'function' ? changed(old) : changed) })),
    [],
  );
  const areImagesRead = useReadImages(kept.images ?? none, setDraft);
  useKept(draft, areImagesRead);
  return [draft, change];
}

function readWords(): KeptWords {
  const nothing = { prompt: '', negativePrompt: '' };
  try {
    const parsed = keptWords.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : nothing;
  } catch {
    return nothing;
  }
}

/** Images come a moment later than the words, unless the person chose others in the meantime. */
function useReadImages(
  keys: readonly string[],
  setDraft: Dispatch<SetStateAction<Draft>>,
): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const found = keptImages.safeParse(await imageStore.read(storageKey).catch(() => null));
      const kept = found.success ? found.data.filter(({ key }) => keys.includes(key)) : [];
      setDraft((old) => (old.references.length === 0 ? { ...old, references: kept } : old));
      setRead(true);
    };
    void read();
  }, [keys, setDraft]);
  return isRead;
}

/** Where keeping is forbidden or the place is full, the draft lives in this tab only. */
function useKept({ prompt, negativePrompt, references }: Draft, areImagesRead: boolean): void {
  useEffect(() => {
    const images = areImagesRead ? references.map(({ key }) => key) : readWords().images;
    try {
      localStorage.setItem(storageKey, JSON.stringify({ prompt, negativePrompt, images }));
    } catch {
      // Nothing is lost but the reload.
    }
  }, [prompt, negativePrompt, references, areImagesRead]);
  useEffect(() => {
    if (areImagesRead) imageStore.write(storageKey, references).catch(() => undefined);
  }, [references, areImagesRead]);
}
