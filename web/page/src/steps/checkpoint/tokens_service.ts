/** Handlers of the checkpoint worker's calls for tokens. */
import type { Lab } from 'ffn-lab';
import type { Handler } from '../../numbers/handler.ts';
import type { Opened } from './opened.ts';
import type { TokensCalls } from './tokens_calls.ts';
import { run_tokens } from './tokens_run.ts';
import { find_vocabulary } from './tokens_vocabulary.ts';

export type TokensHandlers = { readonly [Name in keyof TokensCalls]: Handler<TokensCalls[Name]['request'], TokensCalls[Name]['reply']> };

export const tokens_handlers = (lab: Lab, opened: Opened): TokensHandlers => ({
  tokens_run: (request, context) => run_tokens(lab, opened.file(request.opened), request, context),
  tokens_vocabulary: (request, context) => find_vocabulary(lab, opened.file(request.opened), request, context),
});
