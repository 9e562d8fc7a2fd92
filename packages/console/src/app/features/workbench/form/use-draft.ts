import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { draftKey } from '../../../session/drafts.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { openImageStore } from './image-store.ts';

const storageKey = draftKey;
const keptWords = z.object({
  prompt: z.string(),
  negativePrompt: z.string(),
  /** Keys of the draft's images; their contents are stored a moment later. */
  images: z.optional(z.array(z.string())),
});
type KeptWords = z.infer<typeof keptWords>;
const keptImages = z.array(z.object({ key: z.string(), url: z.string(), name: z.string() }));
const none: readonly string[] = [];
const imageStore = openImageStore();

/** Changes part of a draft; a function receives the current draft. */
export type ChangeDraft = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;

/** The draft and its setter; the draft survives a reload and a login in between. */
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

/** Images load after the text, unless the user has chosen others meanwhile. */
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

/** Stores the draft. It exists only in this tab where storage is forbidden or full. */
function useKept({ prompt, negativePrompt, references }: Draft, areImagesRead: boolean): void {
  useEffect(() => {
    const images = areImagesRead ? references.map(({ key }) => key) : readWords().images;
    try {
      localStorage.setItem(storageKey, JSON.stringify({ prompt, negativePrompt, images }));
    } catch {
      // Only the draft's survival of a reload is lost.
    }
  }, [prompt, negativePrompt, references, areImagesRead]);
  useEffect(() => {
    if (areImagesRead) imageStore.write(storageKey, references).catch(() => undefined);
  }, [references, areImagesRead]);
}
