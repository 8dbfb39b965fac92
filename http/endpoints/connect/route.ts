import { counted } from '../../../domain/values/phrases.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { AppSettings, Context } from '../../context.ts';
import { EMBED_PAGE, embedTag, readEmbedScript } from '../../embed/script.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute, UNTIL_RESTART } from '../../pages/page_route.ts';
import { textField } from '../../pages/parts/form.ts';
import { section } from '../../pages/parts/section.ts';
import type { Route } from '../../pipeline/route.ts';
import { UPLOAD_PATH } from '../upload/route.ts';
import { UPLOADER_PATH } from '../uploader/route.ts';
import { askOwner, type ConnectForm, formRoutes, KEEPS_ORIGIN, type OutOfReach, renderForm } from './form_route.ts';
import { grantsSection, makeGrant, revokeGrant } from './grants.ts';
import { keysSection, makeKey, revokeKey } from './keys.ts';
import { installField, type PastedInstall, readInstall, takenAs } from './secret_fields.ts';

/** Serves the page about uploading, keys, grants and erasure, with its forms (contract, sections 1 and 2). */
export function connectRoutes(context: Context): readonly Route[] {
  return [
    pageRoute(context, {
      path: CONNECT_PATH,
      budget: null,
      cachePolicy: UNTIL_RESTART,
      fields: KEEPS_ORIGIN,
      content: async () => {
        const { settings } = context;
        const description = 'Make a free API key, manage grants, erase the data of an install, and upload.';
        const main = html`<h1>Connect</h1>
${operator(settings)}${uploading(settings)}${keysSection(context)}${grantsSection(context)}${eraseSection(context)}${await hoverCards(context)}`;
        return ok({ title: 'Connect', description, path: CONNECT_PATH, main });
      },
    }),
    ...formRoutes(context, makeKey(context)),
    ...formRoutes(context, revokeKey(context)),
    ...formRoutes(context, makeGrant(context)),
    ...formRoutes(context, revokeGrant(context)),
    ...formRoutes(context, eraseInstall(context)),
  ];
}

function count(number: number): string {
  return number.toLocaleString('en-GB');
}

function operator({ contact }: AppSettings) {
  return contact === null
    ? html`<p>The operator of this instance has not published a contact address.</p>
`
    : html`<p>Contact the operator of this instance at <a href="${contact.url}">${contact.name}</a>.</p>
`;
}

function uploading({ publicUrl }: AppSettings) {
  return section(
    'uploading',
    'Uploading',
    html`<p>Players <a href="${basePath(publicUrl)}${UPLOAD_PATH}">upload the file that their addon saved</a> in the browser,
or with the <a href="${basePath(publicUrl)}${UPLOADER_PATH}">uploader</a> (<code>node uploader.mjs ThirdWitness.lua</code>). You need no account
and no key: the addon creates a random install id and sends it with each record.</p>
<p>Programs send JSON that follows <a href="${basePath(publicUrl)}/schema/upload.json">this schema</a>, at most ${count(LIMITS.recordsPerUploadMax.value)} records and
${count(LIMITS.bodyBytesMax.value)} bytes at a time. The receipt lists accepted records, and the reasons for rejecting others.</p>
<pre><code>curl -H 'Content-Type: application/json' --data-binary @upload.json \\
  ${publicUrl}/api/intake</code></pre>
<p>Sending a file twice counts once. If the answer is 429 or 503, keep the file and send it again after the number of seconds
in <code>Retry-After</code>.</p>
`,
  );
}

async function hoverCards(context: Context): Promise<unknown> {
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const pinned = embedTag(settings, { pinned: await readEmbedScript(context) });
  return section(
    'hover-cards',
    'Hover cards',
    html`<p>Add one line to your site, and links to this instance show cards (<a href="${base}${EMBED_PAGE}">details and
options</a>):</p>
<pre><code>${embedTag(settings)}</code></pre>
<p>The same with the digest of the current version. Browsers then run only exactly this file:</p>
<pre><code>${pinned}</code></pre>
`,
  );
}

const SECTION = 'erase';

/** Word that the visitor must type, so that nobody erases data by accident. */
const WORD = 'ERASE';

/** Explains how to erase everything that an install sent (contract, section 2, Erasure). */
function eraseSection(context: Context): unknown {
  return section(
    SECTION,
    'Erasure',
    html`<p>Anyone with the random id of an install can erase everything that it sent: its records, everything derived
from them, and its grants. The id is the proof. An erasure cannot be undone, and this install cannot upload again: to
continue, the addon needs a new id.</p>
${renderForm(context, eraseInstall(context))}<p>Public data change with the next update, about ten minutes later. See the
<a href="${basePath(context.settings.publicUrl)}/terms">terms</a> about copies that others have made. The operator can do the
same with <code>npm run job -- erase --install ID</code>.</p>
`,
  );
}

/** Creates the form that erases an install, as the operator's command does. */
function eraseInstall(context: Context): ConnectForm<PastedInstall> {
  return {
    path: '/connect/erase',
    section: SECTION,
    budget: 'intake',
    fields: { install: 'once', confirm: 'once' },
    failed: 'Nothing was erased',
    closed: null,
    submit: 'Erase for good',
    inputs: (typed, fault) =>
      html`${installField('erase-install', fault)}${textField({
        name: 'confirm',
        id: 'erase-confirm',
        label: 'Confirm',
        value: typed.text('confirm'),
        maxLength: 20,
        hint: `Type ${WORD}.`,
        fault,
      })}`,
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
 * Erases the first of the possible install ids that has stored data. If none has, blocks all of them from uploading.
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
