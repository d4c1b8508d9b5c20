/** Modal dialog: the native element, which traps the focus and restores it on close. */
import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { t } from '../words/i18n.ts';

/**
 * Closes the dialog around an element synchronously, so that the caller can move the focus
 * afterwards.
 */
export const close_around = (element: Element): void => element.closest('dialog')?.close();

export function Dialog({
  open,
  title,
  children,
}: Readonly<{ open: Signal<boolean>; title: string; children: ComponentChildren }>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (open.value && ref.current?.open === false) ref.current.showModal();
    if (!open.value && ref.current?.open) ref.current.close();
  }, [open.value]);
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onClose={() => (open.value = false)}
      // The target of a click on the backdrop is the dialog element itself.
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {open.value && (
        <div class="dialog_body">
          <div class="dialog_head">
            <h2 id={id}>{title}</h2>
            <Button
              text={t('dialog.close')}
              small
              on_click={(event) => close_around(event.currentTarget)}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
