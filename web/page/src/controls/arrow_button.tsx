interface ArrowButtonProps {
  readonly arrow: '‹' | '›';
  /** Name for screen readers. */
  readonly label: string;
  readonly disabled: boolean;
  readonly on_click: () => void;
}

/** Button that moves to the previous or the next of a list. */
export function ArrowButton({ arrow, label, disabled, on_click }: ArrowButtonProps) {
  return (
    <button type="button" class="button button_small" disabled={disabled} onClick={on_click}>
      <span aria-hidden="true">{arrow}</span>
      <span class="visually_hidden">{label}</span>
    </button>
  );
}
