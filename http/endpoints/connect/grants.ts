import type { OperatorAnswers } from '../../../domain/operator/command.ts';
import { GRANT_DAYS, MALFORMED_TOKEN } from '../../../domain/operator/grants.ts';
import { OWN_GRANT_CATEGORIES } from '../../../domain/operator/own_grants.ts';
import { isGrantToken } from '../../../domain/operator/secrets.ts';
import { formatChoices, formatQuantity, joinWithAnd } from '../../../domain/values/phrases.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { AppSettings, Context } from '../../context.ts';
import type { FormFault, FormInput } from '../../forms/read_form.ts';
import { GRANTS_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderChoices, renderField } from '../../pages/parts/form.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { askOwner, type ConnectForm, renderForm } from './form_route.ts';
import { buildRevokeForm, type PastedInstall, readInstall, renderInstallField, renderUsedId } from './secret_fields.ts';

/** Explains grants and how to get one (contract, section 2, Grant). */
export function renderGrants(context: Context): unknown {
  const { selfGrants } = context.settings;
  return html`<p>Records that name a guild or show a character’s gear, gold or collection are accepted only if the player chose
to share that category and a grant covers the record.</p>
<section class="panel" id="grants">
<h2>${selfGrants ? 'Make a grant' : 'Get a grant'}</h2>
${selfGrants ? explainSelfGrants(context) : OPERATOR_NOTICE}</section>
${renderSection('use', SENDING_HEADING, SENDING_NOTICE)}${explainRevocation(context)}`;
}

const OPERATOR_NOTICE = html`<p>The operator issues grants. Ask for one and say which categories you want to share, and for
which guild, realm, character or install. The operator runs this command:</p>
${renderCode("npm run job -- grant issue --category guild \\\n  --guild 'Name' --realm 'Realm' --days 365")}`;

function explainSelfGrants(context: Context) {
  return html`<p>Anyone with the id of an install can grant ${joinWithAnd(OWN_GRANT_CATEGORIES)}
for the records that it sends. An install id does not prove who owns a character, so answers with such records say
<code>grant: "self"</code>. Grants for a guild come from the operator, with <code>npm run job -- grant issue</code>.</p>
${renderForm(context, createGrantForm(context))}`;
}

/**
 * Renders the form for revoking a grant, even if making grants is disabled, because existing grants stay valid until
 * they expire or are revoked.
 */
function explainRevocation(context: Context) {
  return html`<section class="panel" id="revoke">
<h2>Revoke a grant</h2>
${
  context.settings.selfGrants
    ? ''
    : html`<p>Grants that were made here with an install id, while that was switched on, are valid until they expire.
Anyone with the token of such a grant can revoke it here. The operator revokes grants that the operator issued.</p>
`
}${renderForm(context, createRevokeForm(context))}</section>
`;
}

const SENDING_HEADING = 'Use a grant';

const SENDING_NOTICE = html`<p>The token is shown once. Put it into <code>grantTokens</code> of an upload, next to the sharing choices:</p>
${renderCode('{"addonVersion": "1.0.0", "sharing": {"gear": true},\n "grantTokens": ["tg_…"], "records": […]}')}<p>An expired grant covers no new records. If a grant is revoked, the records that it covered are no longer public from
the next update on. They become public again if they are sent again under another grant that covers them.</p>
`;

/** The submitted values: categories, install and validity in days. */
interface GrantRequest {
  readonly categories: readonly string[];
  readonly install: PastedInstall;
  readonly days: number;
}

/** Creates the form that issues a grant for an install. */
export function createGrantForm(context: Context): ConnectForm<GrantRequest> {
  return {
    path: GRANTS_PATH,
    page: GRANTS_PATH,
    section: 'grants',
    budget: 'intake',
    failed: 'No grant was made',
    fields: { category: 'often', install: 'once', days: 'once' },
    closed: context.settings.selfGrants
      ? null
      : 'The operator of this instance issues grants: an install id is not enough here.',
    submit: 'Make a grant',
    inputs: (typed, fault) =>
      html`${renderChoices({
        name: 'category',
        id: 'grant-category',
        legend: 'Categories to share',
        chosen: typed.all('category'),
        choices: OWN_GRANT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
        fault,
      })}${renderInstallField('grant-install', fault)}${renderField({
        name: 'days',
        id: 'grant-days',
        label: 'Days',
        as: 'number',
        maxLength: 4,
        min: GRANT_DAYS.min,
        max: GRANT_DAYS.max,
        value: typed.text('days') || String(GRANT_DAYS.default),
        hint: `How long it is valid, ${GRANT_DAYS.min} to ${GRANT_DAYS.max}.`,
        fault,
      })}`,
    read: readRequest,
    carryOut: async (wanted) => {
      const { categories, install, days } = wanted;
      const made = await askOwner(context, { op: 'own-grant-issue', categories, installId: install.text, days });
      if (!made.ok) return made;
      if ('refused' in made.value) return err({ field: 'install', error: made.value.refused });
      return ok({ title: 'Your grant', main: renderNewGrant(context.settings, wanted, made.value) });
    },
  };
}

const CATEGORY_LABELS = {
  gear: 'Gear: what your characters wear',
  gold: 'Gold: what your characters own and earn',
  collection: 'Collection: what your characters have collected',
} as const;

function readRequest(typed: FormInput): Result<GrantRequest, FormFault> {
  const categories = [...new Set(typed.all('category'))];
  const known: readonly string[] = OWN_GRANT_CATEGORIES;
  const unknown = categories.find((one) => !known.includes(one));
  if (unknown !== undefined || categories.length === 0) {
    const came = unknown === undefined ? 'nothing' : quote(unknown);
    return err({
      field: 'category',
      error: `category must be ${formatChoices(OWN_GRANT_CATEGORIES, '')}, or several of them; got ${came}.`,
    });
  }
  const install = readInstall(typed);
  if (!install.ok) return install;
  const days = typed.text('days').trim();
  if (!/^[0-9]{1,6}$/.test(days) || Number(days) < GRANT_DAYS.min || Number(days) > GRANT_DAYS.max) {
    const needed = `a whole number from ${GRANT_DAYS.min} to ${GRANT_DAYS.max}`;
    return err({ field: 'days', error: `days must be ${needed}; it is ${quote(days)}.` });
  }
  return ok({ categories, install: install.value, days: Number(days) });
}

function renderNewGrant(
  { publicUrl }: AppSettings,
  { categories, install, days }: GrantRequest,
  { token, expiresAtMs, trimmed }: Exclude<OperatorAnswers['own-grant-issue'], { refused: string }>,
) {
  return html`<h1>Your grant</h1>
<p>Copy the token now: it is shown only once.</p>
${renderCode(token, 'secret')}<p>It covers records about ${joinWithAnd(categories)} that this install sends from now on, for ${formatQuantity(days, 'day')}: until
${new Date(expiresAtMs).toISOString().slice(0, 10)}. You also need the token to <a href="${toBasePath(publicUrl)}/connect/grants#revoke">revoke
the grant</a>.</p>
${renderUsedId(install, trimmed)}<h2>${SENDING_HEADING}</h2>
${SENDING_NOTICE}`;
}

/** Creates the form that revokes a grant, given its token. */
export function createRevokeForm(context: Context): ConnectForm<string> {
  return buildRevokeForm(context, {
    path: `${GRANTS_PATH}/revoke`,
    page: GRANTS_PATH,
    section: 'revoke',
    closed: null,
    noun: 'grant',
    name: 'token',
    label: 'Grant token',
    hint: 'The token of a grant that was made on this page, tg_…',
    isValid: isGrantToken,
    malformed: MALFORMED_TOKEN,
    notMadeHere:
      'token must be the token of a grant that was made on this page; this one is not. The operator revokes grants that the operator issued.',
    revoke: (token) => askOwner(context, { op: 'own-grant-revoke', token }),
    done: 'The records that it covered are no longer public after the next update, about ten minutes from now, unless another\ngrant covers them.',
  });
}
