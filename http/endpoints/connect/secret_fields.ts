import { parseInstallIds } from '../../../domain/operator/words.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import type { FormFault, FormInput } from '../../forms/read_form.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { renderField, SECRET_CHARS_MAX } from '../../pages/parts/form.ts';
import type { ConnectForm, OwnerUnreachable } from './form_route.ts';

const INSTALL_FIELD = 'install';

export function renderInstallField(id: string, fault: FormFault | null): unknown {
  return renderField({
    name: INSTALL_FIELD,
    id,
    label: 'Install id',
    as: 'secret',
    maxLength: SECRET_CHARS_MAX,
    fault,
    hint: 'The random id that your addon keeps in its saved variables, as installId. Anyone who knows it can do this, so keep it secret.',
  });
}

/** An install id, as pasted by the visitor. */
export interface PastedInstall {
  readonly text: string;
  /** The ids that the pasted text may mean, in the order in which they are tried. */
  readonly ids: readonly string[];
}

export function readInstall(typed: FormInput): Result<PastedInstall, FormFault> {
  const text = typed.text(INSTALL_FIELD);
  const ids = parseInstallIds(text);
  return ids.ok ? ok({ text, ids: ids.value }) : err({ field: INSTALL_FIELD, error: ids.error });
}

/** Says which id was used if the pasted text had leading or trailing spaces. */
export function renderUsedId({ text }: PastedInstall, trimmed: boolean): unknown {
  return text === text.trim()
    ? ''
    : html`<p>${trimmed ? 'The install id was used without the spaces at its ends.' : 'The install id was used as pasted, with the spaces at its ends.'}</p>
`;
}

/** Parts of a form that revokes a key or a grant, given the secret itself. */
interface RevocationForm extends Pick<ConnectForm<string>, 'path' | 'page' | 'section' | 'closed'> {
  readonly noun: 'key' | 'grant';
  readonly name: 'key' | 'token';
  readonly label: string;
  readonly hint: string;
  readonly isValid: (secret: string) => boolean;
  readonly malformed: string;
  readonly notMadeHere: string;
  readonly revoke: (secret: string) => Promise<Result<{ readonly known: boolean }, OwnerUnreachable>>;
  /** Sentence about the consequences. */
  readonly done: string;
}

export function buildRevokeForm({ settings }: Context, revocation: RevocationForm): ConnectForm<string> {
  const { path, page, section, closed, noun, name, label, hint } = revocation;
  const title = `The ${noun} is revoked`;
  return {
    path,
    page,
    section,
    closed,
    budget: 'intake',
    fields: { [name]: 'once' },
    failed: `No ${noun} was revoked`,
    submit: `Revoke this ${noun}`,
    inputs: (_typed, fault) =>
      renderField({ name, id: `${noun}-${name}`, label, as: 'secret', maxLength: SECRET_CHARS_MAX, hint, fault }),
    read: (typed) => {
      const secret = typed.text(name).trim();
      return revocation.isValid(secret) ? ok(secret) : err({ field: name, error: revocation.malformed });
    },
    carryOut: async (secret) => {
      const revoked = await revocation.revoke(secret);
      if (!revoked.ok) return revoked;
      if (!revoked.value.known) return err({ field: name, error: revocation.notMadeHere });
      const main = html`<h1>${title}</h1>
<p>${revocation.done} <a href="${toBasePath(settings.publicUrl)}${page}#${section}">Back</a></p>
`;
      return ok({ title, main });
    },
  };
}
