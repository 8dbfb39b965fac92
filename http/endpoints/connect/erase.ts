import type { InstallHoldings } from '../../../domain/ports/operator.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { describeRecordKind } from '../../../domain/values/record_words.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { sumNumbers } from '../../../domain/values/sum_of.ts';
import type { Context } from '../../context.ts';
import { createFormInput, type FormFault, type FormInput } from '../../forms/read_form.ts';
import { ERASE_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { renderFacts } from '../../pages/parts/facts.ts';
import { renderField } from '../../pages/parts/form.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';
import { askOwner, type ConnectForm, type OwnerUnreachable, renderForm } from './form_route.ts';
import { type PastedInstall, readInstall, renderInstallField, renderUsedId } from './secret_fields.ts';

/** Word that the visitor must type, so that nobody erases data by accident. */
const CONFIRMATION_WORD = 'ERASE';

/** Renders the first step of an erasure (contract, section 2, Erasure). */
export function renderErasePage(context: Context): unknown {
  return html`<p>Anyone with the random id of an install can erase everything that it sent: its records, everything derived
from them, and its grants. The id is the proof. You first see what would go; nothing is erased before you confirm it.</p>
<section class="panel" id="erase">
<h2>See what would go</h2>
${renderForm(context, createErasurePreview(context))}</section>
<p>An erasure cannot be undone, and this install cannot upload again: to continue, the addon needs a new id. Public data
change with the next update, about ten minutes later. The erasure does not reach copies that others have made: two copies of
the public files, from before and after it, show which rows were yours (<a
href="${toBasePath(context.settings.publicUrl)}/terms">terms</a>). The operator can do the same with <code>npm run job -- erase --install ID</code>.</p>
`;
}

/** The form that asks for an install id and shows what an erasure would remove. */
export function createErasurePreview(context: Context): ConnectForm<PastedInstall> {
  return {
    ...SHARED_FORM,
    path: `${ERASE_PATH}/preview`,
    fields: { install: 'once' },
    submit: 'Show what would be erased',
    inputs: (_typed, fault) => renderInstallField('erase-install', fault),
    read: readInstall,
    carryOut: async (install) => {
      for (const installId of install.ids) {
        const found = await askOwner(context, { op: 'own-erase-preview', installId });
        if (!found.ok) return found;
        if (found.value === null) continue;
        const { holdings, ticket } = found.value;
        return ok({
          title: 'What would be erased',
          main: html`<h1>What would be erased</h1>
<p>Nothing is erased yet.</p>
${renderUsedId(install, installId !== install.text)}${renderHoldings(holdings)}<section class="panel">
<h2>Erase all of this for good</h2>
${renderForm(context, createErasureForm(context), createFormInput({ ticket }))}</section>
<p>This page is valid for 15 minutes. <a href="${toBasePath(context.settings.publicUrl)}${ERASE_PATH}">Keep everything</a></p>
`,
        });
      }
      return ok(explainNothingKept(context));
    },
  };
}

const SHARED_FORM = {
  page: ERASE_PATH,
  section: 'erase',
  budget: 'intake',
  failed: 'Nothing was erased',
  closed: null,
} as const;

function renderHoldings({ kinds, uploads, firstDay, lastDay, grants }: InstallHoldings): unknown {
  const records = sumNumbers(kinds.map((kind) => kind.records));
  return html`${renderFacts([
    { term: 'Records', value: records.toLocaleString('en-GB') },
    { term: 'Uploads', value: uploads.toLocaleString('en-GB') },
    ...(firstDay === null ? [] : [{ term: 'First upload', value: firstDay }]),
    ...(lastDay === null ? [] : [{ term: 'Latest upload', value: lastDay }]),
    { term: 'Grants', value: grants.toLocaleString('en-GB') },
  ])}${
    kinds.length === 0
      ? ''
      : renderTable({
          caption: 'Records that would be erased',
          columns: [{ head: 'Kind' }, { head: 'Records', as: 'number' }],
          rows: kinds.map((kind) => [describeRecordKind(kind.kind), createNumberCell(kind.records)]),
        })
  }<p>Facts that fewer than three players report without these records are withdrawn.</p>
`;
}

/** The form on the preview that carries out the erasure. */
export function createErasureForm(context: Context): ConnectForm<string> {
  return {
    ...SHARED_FORM,
    path: `${ERASE_PATH}/confirm`,
    fields: { ticket: 'once', confirm: 'once' },
    submit: 'Erase for good',
    inputs: (typed, fault) =>
      html`<input type="hidden" name="ticket" value="${typed.text('ticket')}">${renderConfirmField(typed, fault)}`,
    read: (typed) => {
      const confirmed = readConfirmation(typed);
      return confirmed.ok ? ok(typed.text('ticket')) : confirmed;
    },
    carryOut: async (ticket) => {
      const erased = await askOwner(context, { op: 'own-erase', ticket });
      if (!erased.ok) return erased;
      if (erased.value === null) return err({ field: null, error: TICKET_EXPIRED });
      const { records } = erased.value;
      return ok(records === null ? explainNothingKept(context) : renderErased(records));
    },
  };
}

const TICKET_EXPIRED =
  'This confirmation was used before or is older than 15 minutes, so nothing was erased now. Enter the install id again to see its records.';

function renderConfirmField(typed: FormInput, fault: FormFault | null): unknown {
  return renderField({
    name: 'confirm',
    id: 'erase-confirm',
    label: `Type ${CONFIRMATION_WORD} to confirm`,
    value: typed.text('confirm'),
    maxLength: 20,
    hint: 'In capital letters.',
    fault,
  });
}

/** Checks that the word was typed exactly, apart from spaces around it. */
function readConfirmation(typed: FormInput): Result<typeof CONFIRMATION_WORD, FormFault> {
  const confirm = typed.text('confirm').trim();
  if (confirm === CONFIRMATION_WORD) return ok(CONFIRMATION_WORD);
  const capitals = confirm.toUpperCase() === CONFIRMATION_WORD ? ' in capital letters' : '';
  return err({ field: 'confirm', error: `confirm must be ${CONFIRMATION_WORD}${capitals}; it is ${quote(confirm)}.` });
}

/** The form that erases an install at once, for programs and for people who know what they sent. */
export function createEraseForm(context: Context): ConnectForm<PastedInstall> {
  return {
    ...SHARED_FORM,
    path: ERASE_PATH,
    fields: { install: 'once', confirm: 'once' },
    submit: 'Erase for good',
    inputs: (typed, fault) => html`${renderInstallField('erase-install', fault)}${renderConfirmField(typed, fault)}`,
    read: (typed) => {
      const install = readInstall(typed);
      if (!install.ok) return install;
      const confirmed = readConfirmation(typed);
      return confirmed.ok ? install : confirmed;
    },
    carryOut: async (install) => {
      const erased = await eraseInstalls(context, install);
      if (!erased.ok) return erased;
      const { records, trimmed } = erased.value;
      return ok(records === null ? explainNothingKept(context) : renderErased(records, renderUsedId(install, trimmed)));
    },
  };
}

/**
 * Erases the first of the possible install ids that has stored data. If none has, blocks all of them from uploading.
 */
async function eraseInstalls(
  context: Context,
  { text, ids }: PastedInstall,
): Promise<Result<{ readonly records: number | null; readonly trimmed: boolean }, OwnerUnreachable>> {
  for (const installId of ids) {
    const erased = await askOwner(context, { op: 'erase', installId });
    if (!erased.ok) return erased;
    if (erased.value.records !== null) return ok({ records: erased.value.records, trimmed: installId !== text });
  }
  return ok({ records: null, trimmed: false });
}

function renderErased(records: number, note: unknown = '') {
  return {
    title: 'Erased',
    main: html`<h1>Erased</h1>
<p>Erased ${formatQuantity(records, 'record')} of this install, its id and its grants. Public data change with the next update, about ten minutes from now.</p>
${note}<p>It cannot upload again.</p>
`,
  };
}

function explainNothingKept({ settings }: Context) {
  return {
    title: 'No data of this install',
    main: html`<h1>No data of this install</h1>
<p>This instance has no records of this install, or they were erased before. If you expected some, check that you pasted the whole id.</p>
<p><a href="${toBasePath(settings.publicUrl)}${ERASE_PATH}">Try another id</a></p>
`,
  };
}
