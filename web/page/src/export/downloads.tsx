import { useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { t } from '../words/i18n.ts';
import { without_joiners } from '../words/line_breaks.ts';

export const text_file = (content: string, type: string): Blob =>
  new Blob([without_joiners(content)], { type });

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser may need time to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface SavedFile {
  readonly name: string;
  readonly label: string;
  readonly make: () => Blob | Promise<Blob>;
}

/**
 * Returns a function that makes and downloads a file, and a text that says whether the last one
 * could be made.
 */
export function use_saving() {
  const [status, set_status] = useState('');
  const save = async ({ name, make }: Omit<SavedFile, 'label'>) => {
    set_status('');
    try {
      download(name, await make());
      set_status(t('figure.saved', { file: name }));
    } catch {
      set_status(t('figure.failed', { file: name }));
    }
  };
  return { status, save };
}

export function Downloads({ files }: { readonly files: readonly SavedFile[] }) {
  const { status, save } = use_saving();
  return (
    <>
      <div class="figure_downloads" role="group" aria-label={t('figure.download')}>
        {files.map((file) => (
          <Button text={file.label} key={file.name} small on_click={() => void save(file)} />
        ))}
      </div>
      <p class="hint" role="status">
        {status}
      </p>
    </>
  );
}
