/** Buttons that print a step, or all of them, as a worksheet or with the answers. */
import { Button } from '../controls/button.tsx';
import { print_as, print_mode, print_modes } from '../quiz/printing.ts';
import { store } from '../state/store.ts';
import { t } from '../words/i18n.ts';

export const PrintTools = () => (
  <div class="print_tools">
    {print_modes.map((mode) => (
      <Button
        key={mode}
        text={t(`print.${mode}`)}
        class="button_quiet"
        on_click={() => void print_as(mode)}
      />
    ))}
  </div>
);

/** A line for the name and the date, above a worksheet. */
export const PrintHead = () => (
  <div class="print_head" aria-hidden="true">
    {print_mode.value === 'worksheet' && <p class="print_name">{t('print.name')}</p>}
  </div>
);

/** The start page has no anchor. */
const sheet_anchor = (): string => (store.panel.value === '' ? '' : `#${store.panel.value}`);

/** On each sheet the address of the step stands at the bottom, which CSS reads from here. */
export function name_sheets(): void {
  const write = () =>
    document.documentElement.style.setProperty(
      '--address',
      JSON.stringify(location.href.replace(/#.*$/, '') + sheet_anchor()),
    );
  addEventListener('beforeprint', write);
}
