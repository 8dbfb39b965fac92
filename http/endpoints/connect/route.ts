import { ok } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import type { AppSettings, Context } from '../../context.ts';
import { readEmbedScript } from '../../embed/script.ts';
import { EMBED_PAGE, embedTag } from '../../embed/tag.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute, UNTIL_RESTART } from '../../pages/page_route.ts';
import { section } from '../../pages/parts/section.ts';
import type { Route } from '../../pipeline/route.ts';
import { UPLOAD_PATH } from '../upload/page.ts';
import { UPLOADER_PATH } from '../uploader/route.ts';
import { eraseInstall, eraseSection } from './erase.ts';
import { formRoutes, KEEPS_ORIGIN } from './form_route.ts';
import { grantsSection, makeGrant, revokeGrant } from './grants.ts';
import { keysSection, makeKey, revokeKey } from './keys.ts';

/** Serves the page about uploading, keys, grants and erasure, with its forms (contract, sections 1 and 2). */
export function connectRoutes(context: Context): readonly Route[] {
  return [
    pageRoute(context, {
      path: CONNECT_PATH,
      budget: null,
      keeping: UNTIL_RESTART,
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
