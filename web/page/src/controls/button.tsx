import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly text: ComponentChildren;
  /** A disabled button stays in the keyboard's order: the press that disables it does not lose the focus. */
  readonly disabled?: boolean;
  readonly small?: boolean;
  readonly class?: string;
  readonly on_click: () => void;
}

export function Button({ text, disabled = false, small = false, class: name = '', on_click }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${small ? 'button_small' : ''} ${name}`}
      aria-disabled={disabled}
      onClick={() => !disabled && on_click()}
    >
      {text}
    </button>
  );
}
