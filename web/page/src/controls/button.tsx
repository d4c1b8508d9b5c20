import type { ComponentChildren, ComponentProps } from 'preact';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'children'> {
  readonly text: ComponentChildren;
  /**
   * A disabled button stays in the keyboard's order: the press that disables it does not lose the
   * focus.
   */
  readonly disabled?: boolean;
  readonly small?: boolean;
  readonly class?: string;
  readonly on_click: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void;
}

/** Any other attribute is the element's. */
export function Button({
  text,
  disabled,
  small = false,
  class: name,
  on_click,
  ...attributes
}: ButtonProps) {
  return (
    <button
      type="button"
      class={['button', small && 'button_small', name].filter(Boolean).join(' ')}
      aria-disabled={disabled}
      onClick={(event) => !disabled && on_click(event)}
      {...attributes}
    >
      {text}
    </button>
  );
}

/**
 * Button that moves to the previous or the next of a list; `label`: its name for screen readers.
 */
export function ArrowButton({
  arrow,
  label,
  ...others
}: Pick<ButtonProps, 'disabled' | 'on_click'> & Record<'arrow' | 'label', string>) {
  return (
    <Button text={<span aria-hidden="true">{arrow}</span>} small aria-label={label} {...others} />
  );
}
