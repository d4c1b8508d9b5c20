import { JumpDialog } from './jump_dialog.tsx';
import { KeysDialog } from './keys_dialog.tsx';

export const Dialogs = () => (
  <>
    <KeysDialog />
    <JumpDialog />
  </>
);
