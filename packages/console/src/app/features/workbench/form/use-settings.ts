import { useAddress } from '../../../shell/use-address.ts';
import type { WorkbenchModel, WorkbenchModels } from '../../../api/responses.ts';

export interface Settings {
  readonly model: WorkbenchModel;
  readonly generateAudio: boolean;
  /** Id of the chosen account; null for automatic choice. */
  readonly account: string | null;
  readonly setModel: (model: WorkbenchModel) => void;
  readonly setAudio: (generateAudio: boolean) => void;
  readonly setAccount: (id: string | null) => void;
}

/** Model, audio and account, kept in the address; null for a catalog without video models. */
export function useSettings({ models, defaults }: WorkbenchModels): Settings | null {
  const [address, change] = useAddress();
  const find = (id: string | undefined): WorkbenchModel | undefined =>
    models.find((model) => model.id === id);
  const model = find(address['model']) ?? find(defaults?.model) ?? models[0];
  if (model === undefined) return null;
  return {
    model,
    generateAudio: model.audio.supported && (model.audio.default || address['audio'] === 'on'),
    setModel: ({ id }) => change({ model: id }),
    account: address['account'] ?? null,
    setAccount: (id) => change({ account: id ?? undefined }),
    setAudio: (isOn) => change({ audio: isOn ? 'on' : undefined }),
  };
}
