import { ok } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { AppSettings, Context } from '../../context.ts';
import { EMBED_PAGE } from '../../embed/script.ts';
import { CONNECT_PATH, ERASE_PATH, GRANTS_PATH, KEYS_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import type { Route } from '../../pipeline/route.ts';
import { CLIENTS_PATH } from '../clients/route.ts';
import { UPLOADER_PATH } from '../programs/route.ts';
import { UPLOAD_PATH } from '../upload/route.ts';
import { createEraseForm, createErasureForm, createErasurePreview, renderErasePage } from './erase.ts';
import { createFormRoutes, createRedirect, KEEP_ORIGIN_FIELDS } from './form_route.ts';
import { createGrantForm, createRevokeForm, renderGrants } from './grants.ts';
import { createKeyForm, renderKeys, revokeKey } from './keys.ts';

interface ConnectPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly main: (context: Context) => unknown;
}

const CONNECT_PAGES: readonly ConnectPage[] = [
  {
    path: KEYS_PATH,
    title: 'API keys',
    description: 'Make a free key for programs that read often, or revoke one.',
    main: renderKeys,
  },
  {
    path: GRANTS_PATH,
    title: 'Sharing',
    description: 'Grants for sharing guilds, gear, gold and collections: get, use and revoke them.',
    main: renderGrants,
  },
  {
    path: ERASE_PATH,
    title: 'Erase your data',
    description: 'See everything that your addon sent, and erase it.',
    main: renderErasePage,
  },
];

/** Serves the pages about keys, grants and erasure, with their forms (contract, sections 1 and 2), and their index. */
export function createConnectRoutes(context: Context): readonly Route[] {
  const page = (path: string, content: () => { title: string; description: string; main: unknown }): Route =>
    createPageRoute(context, {
      path,
      budget: null,
      cachePolicy: CACHED_UNTIL_RESTART,
      fields: KEEP_ORIGIN_FIELDS,
      content: async () => ok({ ...content(), path }),
    });
  const base = toBasePath(context.settings.publicUrl);
  return [
    page(CONNECT_PATH, () => ({
      title: 'Connect',
      description: 'Make a free API key, manage grants, erase the data of an install, and embed hover cards.',
      main: html`<h1>Connect</h1>
${renderPanels(base)}${renderUploading(context.settings)}${renderOperator(context.settings)}`,
    })),
    ...CONNECT_PAGES.map(({ path, title, description, main }) =>
      page(path, () => ({
        title,
        description,
        main: html`<p class="trail"><a href="${base}${CONNECT_PATH}">Connect</a></p>
<h1>${title}</h1>
${main(context)}`,
      })),
    ),
    createRedirect(`${CONNECT_PATH}/embed`, `${base}${EMBED_PAGE}`),
    ...createFormRoutes(context, createKeyForm(context)),
    ...createFormRoutes(context, revokeKey(context)),
    ...createFormRoutes(context, createGrantForm(context)),
    ...createFormRoutes(context, createRevokeForm(context)),
    ...createFormRoutes(context, createErasurePreview(context)),
    ...createFormRoutes(context, createErasureForm(context)),
    ...createFormRoutes(context, createEraseForm(context)),
  ];
}

/** Renders the four panels. Addresses such as /connect#keys lead to them. */
function renderPanels(base: string): unknown {
  const panel = (id: string, path: string, heading: string, text: string): unknown => html`<li class="panel" id="${id}">
<h2><a href="${base}${path}">${heading}</a></h2>
<p>${text}</p>
</li>
`;
  return html`<ul class="tiles wide connect">
${panel('keys', KEYS_PATH, 'API keys', 'Read more often and in larger pages with a free key. Make one, or revoke it.')}${panel('grants', GRANTS_PATH, 'Sharing', 'Share your guild, gear, gold or collection. Records about them need a grant.')}${panel('erase', ERASE_PATH, 'Erase your data', 'See everything that your addon sent, and erase it for good. Copies of the public files that others made stay.')}${panel('hover-cards', EMBED_PAGE, 'Hover cards for your site', 'One line of HTML shows our cards at links to items, creatures, quests and objects.')}</ul>
`;
}

function renderUploading({ publicUrl }: AppSettings) {
  const base = toBasePath(publicUrl);
  return renderSection(
    'uploading',
    'Uploading',
    html`<p>Players <a href="${base}${UPLOAD_PATH}">upload the file that their addon saved</a> in the browser,
or with the <a href="${base}${UPLOADER_PATH}">uploader</a> (<code>node uploader.mjs ThirdWitness.lua</code>). You need no account
and no key: the addon creates a random install id and sends it with each record.</p>
<p>Programs send JSON that follows <a href="${base}/schema/upload.json">this schema</a>, at most ${formatCount(LIMITS.recordsPerUploadMax.value)} records and
${formatCount(LIMITS.bodyBytesMax.value)} bytes at a time. The receipt lists accepted records, and the reasons for rejecting others.</p>
${renderCode(`curl -H 'Content-Type: application/json' --data-binary @upload.json \\\n  ${publicUrl}/api/intake`)}<p>Sending a file twice counts once. If the answer is 429 or 503, keep the file and send it again after the number of seconds
in <code>Retry-After</code>. <a href="${base}${CLIENTS_PATH}">Clients for TypeScript and Python</a> do that for you.</p>
`,
  );
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB');
}

function renderOperator({ contact }: AppSettings) {
  return contact === null
    ? html`<p>The operator of this instance has not published a contact address.</p>
`
    : html`<p>Contact the operator of this instance at <a href="${contact.url}">${contact.name}</a>.</p>
`;
}
