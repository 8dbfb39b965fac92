import { installIdCandidates } from '../../../domain/operator/words.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { FormFault, FormInput } from '../../forms/read_form.ts';
import { html } from '../../pages/html.ts';
import { SECRET_CHARS_MAX, textField } from '../../pages/parts/form.ts';

const NAME = 'install';

/** Renders the input for an install id. */
export function installField(id: string, fault: FormFault | null): unknown {
  return textField(
    {
      name: NAME,
      id,
      label: 'Install id',
      as: 'secret',
      maxLength: SECRET_CHARS_MAX,
      hint: 'The random id that your addon keeps in its saved variables, as installId. Anyone who knows it can do this, so keep it secret.',
    },
    fault,
  );
}

/** An install id, as pasted by the visitor. */
export interface PastedInstall {
  readonly text: string;
  /** The ids that the pasted text may mean, in the order in which to try them. */
  readonly ids: readonly string[];
}

/** Reads the install id from a form. */
export function readInstall(typed: FormInput): Result<PastedInstall, FormFault> {
  const text = typed.text(NAME);
  const ids = installIdCandidates(text);
  return ids.ok ? ok({ text, ids: ids.value }) : err({ field: NAME, error: ids.error });
}

/** Says which id was used if the pasted text had leading or trailing spaces. */
export function takenAs({ text }: PastedInstall, trimmed: boolean): unknown {
  return text === text.trim()
    ? ''
    : html`<p>${trimmed ? 'The install id was used without the spaces at its ends.' : 'The install id was used as pasted, with the spaces at its ends.'}</p>
`;
}
