import { KEY_DESCRIPTION, KEY_LABEL_LIMITS, validateKeyLabel } from '../../../domain/operator/keys.ts';
import { isApiKey } from '../../../domain/operator/secrets.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { AppSettings, Context } from '../../context.ts';
import { KEYS_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderField } from '../../pages/parts/form.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { askOwner, type ConnectForm, renderForm } from './form_route.ts';
import { buildRevokeForm } from './secret_fields.ts';

const KEYS_OFF_NOTICE =
  'Keys are switched off here: you can read everything without one, and keys in requests are ignored.';

function explainKeysOff({ keys }: AppSettings): string | null {
  return keys ? null : KEYS_OFF_NOTICE;
}

/** Explains how to get, use and revoke a key (contract, section 1, Key). */
export function renderKeys(context: Context): unknown {
  const { settings } = context;
  return settings.keys
    ? html`${explainKeys(settings)}<section class="panel" id="keys">
<h2>Make a key</h2>
${renderForm(context, createKeyForm(context))}</section>
${renderSection('send', SENDING_HEADING, explainKeyUse(settings))}<section class="panel" id="revoke">
<h2>Revoke a key</h2>
${renderForm(context, revokeKey(context))}</section>
`
    : html`<p>${KEYS_OFF_NOTICE}</p>\n`;
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB');
}

function explainKeys({ budgets, page: rows, limits }: AppSettings) {
  return html`<p>Reading needs no key. With a free key you can
read ${limits ? html`more often (the feed ${formatCount(budgets.corpus.keyed)} times an hour instead of ${formatCount(budgets.corpus.anonymous)}) and ` : ''}in
larger pages: ${formatCount(rows.keyed)} rows instead of ${formatCount(rows.anonymous)}. The key is shown only once; this
instance stores only its SHA-256.${limits ? ` You can make ${formatQuantity(budgets.keys.anonymous, 'key')} a day from one address.` : ''}</p>
`;
}

const SENDING_HEADING = 'Read with a key';

function explainKeyUse({ publicUrl, page: rows }: AppSettings) {
  const address = `'${publicUrl}/api/rollups/drops?limit=${rows.keyed}'`;
  return html`<p>Send it in one of these two headers, never in an address:</p>
${renderCode(`curl --compressed -H 'Authorization: Bearer tw_…' \\\n  ${address}`)}${renderCode(`curl --compressed -H 'X-API-Key: tw_…' \\\n  ${address}`)}<p>Requests with an unknown or revoked key return 401.</p>
`;
}

/** Creates the form that makes a key. The next page shows the key, which cannot be shown again. */
export function createKeyForm(context: Context): ConnectForm<string> {
  return {
    path: KEYS_PATH,
    page: KEYS_PATH,
    section: 'keys',
    budget: 'keys',
    fields: { label: 'once' },
    failed: 'No key was made',
    closed: explainKeysOff(context.settings),
    submit: 'Make a key',
    inputs: (typed, fault) =>
      renderField({
        name: 'label',
        id: 'key-label',
        label: 'Label',
        value: typed.text('label'),
        maxLength: KEY_LABEL_LIMITS.max,
        hint: 'What it is for, such as the name of your site. The operator sees it.',
        fault,
      }),
    read: (typed) => {
      const label = validateKeyLabel(typed.text('label'));
      return label.ok ? label : err({ field: 'label', error: label.error });
    },
    carryOut: async (label) => {
      const made = await askOwner(context, { op: 'key-create', label });
      return made.ok ? ok({ title: 'Your key', main: renderNewKey(context.settings, made.value.key) }) : made;
    },
  };
}

function renderNewKey(settings: AppSettings, key: string) {
  return html`<h1>Your key</h1>
<p>Copy it now: it is shown only once.</p>
${renderCode(key, 'secret')}<p>It works immediately. Anyone with this key can spend your quota, so keep it secret. If someone else gets it, <a
href="${toBasePath(settings.publicUrl)}/connect/keys#revoke">revoke it</a> and make another.</p>
<h2>${SENDING_HEADING}</h2>
${explainKeyUse(settings)}`;
}

/** Creates the form that revokes a key, given the key itself. */
export function revokeKey(context: Context): ConnectForm<string> {
  return buildRevokeForm(context, {
    path: `${KEYS_PATH}/revoke`,
    page: KEYS_PATH,
    section: 'revoke',
    closed: explainKeysOff(context.settings),
    noun: 'key',
    name: 'key',
    label: 'Key',
    hint: 'The key itself, tw_… It stops working immediately and permanently.',
    isValid: isApiKey,
    malformed: `key must be ${KEY_DESCRIPTION}; got other text.`,
    notMadeHere: 'key must be a key that was made here; this one was not.',
    revoke: (key) => askOwner(context, { op: 'own-key-revoke', key }),
    done: 'Requests with this key now return 401.',
  });
}
