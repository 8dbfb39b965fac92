import { counted } from '../../../domain/values/phrases.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { EMPTY_FORM } from '../../forms/read_form.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { postForm, textField } from '../../pages/parts/form.ts';
import { section } from '../../pages/parts/section.ts';
import { askOwner } from './ask_owner.ts';
import type { ConnectForm, OutOfReach } from './form_route.ts';
import { installField, type PastedInstall, readInstall, takenAs } from './install_field.ts';

const SECTION = 'erase';

/** Word that the visitor must type, so that nobody erases data by accident. */
const WORD = 'ERASE';

/** Explains how to erase everything that an install sent (contract, section 2, Erasure). */
export function eraseSection(context: Context): unknown {
  return section(
    SECTION,
    'Erasure',
    html`<p>Anyone with the random id of an install can erase everything that it sent: its records, everything derived
from them, and its grants. The id is the proof. An erasure cannot be undone, and this install cannot upload again: to
continue, the addon needs a new id.</p>
${eraseInstall(context).form(EMPTY_FORM, null)}<p>Public data change with the next update, about ten minutes later. See the
<a href="${basePath(context.settings.publicUrl)}/terms">terms</a> about copies that others have made. The operator can do the
same with <code>npm run job -- erase --install ID</code>.</p>
`,
  );
}

/** Creates the form that erases an install, as the operator's command does. */
export function eraseInstall(context: Context): ConnectForm<PastedInstall> {
  return {
    path: '/connect/erase',
    section: SECTION,
    budget: 'intake',
    fields: { install: 'once', confirm: 'once' },
    failed: 'Nothing was erased',
    closed: null,
    form: (typed, fault) =>
      postForm({
        action: '/connect/erase',
        base: basePath(context.settings.publicUrl),
        submit: 'Erase for good',
        fields: html`${installField('erase-install', fault)}${textField(
          {
            name: 'confirm',
            id: 'erase-confirm',
            label: 'Confirm',
            value: typed.text('confirm'),
            maxLength: 20,
            hint: `Type ${WORD}.`,
          },
          fault,
        )}`,
      }),
    read: (typed) => {
      const install = readInstall(typed);
      if (!install.ok) return install;
      const confirm = typed.text('confirm').trim();
      return confirm.toUpperCase() === WORD
        ? install
        : err({ field: 'confirm', error: `confirm must be ${WORD}; it is ${quoted(confirm)}.` });
    },
    carryOut: async (install) => {
      const erased = await eraseMeant(context, install);
      if (!erased.ok) return erased;
      const { records, trimmed } = erased.value;
      const title = records === null ? 'No data of this install' : 'Erased';
      const main = html`<h1>${title}</h1>
<p>${records === null ? NOTHING_KEPT : `Erased ${counted(records, 'record')} of this install, its id and its grants. Public data change with the next update, about ten minutes from now.`}</p>
${records === null ? '' : takenAs(install, trimmed)}<p>It cannot upload again. <a href="${basePath(context.settings.publicUrl)}/connect#erase">Back to Connect</a></p>
`;
      return ok({ title, main });
    },
  };
}

/**
 * Erases the first of the possible ids that has stored data. If none has data, all of these ids are blocked from
 * uploading.
 */
async function eraseMeant(
  context: Context,
  { text, ids }: PastedInstall,
): Promise<Result<{ readonly records: number | null; readonly trimmed: boolean }, OutOfReach>> {
  for (const installId of ids) {
    const erased = await askOwner(context, { op: 'erase', installId });
    if (!erased.ok) return erased;
    if (erased.value.records !== null) return ok({ records: erased.value.records, trimmed: installId !== text });
  }
  return ok({ records: null, trimmed: false });
}

const NOTHING_KEPT =
  'This instance has no records of this install, or they were erased before. If you expected some, check that you pasted the whole id.';
