import type { ComponentChildren } from 'preact';
import type { Answer } from '../../numbers/answers.ts';
import { t } from '../../words/i18n.ts';
import { branches, type Branch } from './state.ts';

/** The name of a branch's activation. */
export const branch_name = ({ state }: Answer, branch: Branch): string => t(`activation.name_${branch === 'gelu' ? state.gelu : 'relu'}`);

interface BranchesProps {
  readonly answer: Answer;
  readonly heading: 'h3' | 'h4';
  readonly children: (branch: Branch) => ComponentChildren;
}

/** A column for each activation. */
export function Branches({ answer, heading: Heading, children }: BranchesProps) {
  return (
    <div class="branches">
      {branches.map((branch) => (
        <div key={branch} class={`branch branch_${branch}`}>
          <Heading class="branch_title">{branch_name(answer, branch)}</Heading>
          {children(branch)}
        </div>
      ))}
    </div>
  );
}
