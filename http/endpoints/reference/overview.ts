import { attributionOf } from '../../../domain/values/attribution.ts';
import { INSTALLS_TO_PUBLISH } from '../../../domain/values/corroboration.ts';
import { waitText } from '../../../domain/values/phrases.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { AppSettings } from '../../context.ts';
import { EMBED_PAGE } from '../../embed/script.ts';
import { CONNECT_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { section } from '../../pages/parts/section.ts';
import { code, type EndpointContext, limitWords } from './endpoint.ts';
import { curlExample, type ExampleList, javascriptListExample, pythonListExample } from './examples.ts';
import { contentsOf } from './group_page.ts';
import { DOCS_PATH, GROUPS } from './groups.ts';
import type { Operation, Reference } from './reference.ts';
import { groupedCount } from './schema_words.ts';

const DESCRIPTION =
  'How to read this site’s data as JSON: every endpoint with examples in curl, JavaScript and Python.';

/** Creates the reference's first page: a table of contents, and the rules for all endpoints. */
export function overviewPage(reference: Reference, context: EndpointContext): PageContent {
  const { settings, base } = context;
  const main = html`<h1>API</h1>
<p>Everything on this site can be read as JSON, by any program. Reading needs no account and no key.</p>
${code(curlExample({ url: `${settings.publicUrl}/api/tools/search?query=linen`, answer: 'json', upload: null }))}${section('endpoints', 'Endpoints', contents(reference, base))}${section('facts', 'About the data', facts(base))}${section('licence', 'Licence and credit', licence(settings, base))}${section('limits', 'Keys and limits', limits(reference, settings, base))}${section('lists', 'Reading a list to its end', lists(settings))}${section('caching', 'Caching', caching(settings))}${section('errors', 'Errors', errors(base))}${section('more', 'Other ways in', more(settings, base))}`;
  return { title: 'API', description: DESCRIPTION, path: DOCS_PATH, main };
}

function contents(reference: Reference, base: string): unknown {
  return html`<div class="endpoints">${GROUPS.map((group) => {
    const { endpoints, topics } = contentsOf(group, reference);
    const lineOf = ({ id, summary, path, method }: Operation): unknown =>
      html`<li><a href="${base}${group.path}#${id}">${summary}</a> <small class="quiet">${
        TOOLS.has(id) ? id : `${method === 'GET' ? '' : `${method} `}${path}`
      }</small></li>\n`;
    return html`<div${topics.length > 0 ? html` class="long"` : ''}><h3><a href="${base}${group.path}">${group.title}</a></h3>
<p>${group.lead}</p>
<ul class="plain">${endpoints.map(lineOf)}${topics.map(
      ({ id, title, tools }) => html`<li><a href="${base}${group.path}#${id}">${title}</a>
<ul class="plain">${tools.map(lineOf)}</ul></li>
`,
    )}</ul></div>
`;
  })}</div>
`;
}

function facts(base: string): unknown {
  return html`<p>An addon records what players see; uploads are anonymous. A fact is public once ${INSTALLS_TO_PUBLISH}
players reported it; the <a href="${base}${DOCS_PATH}/observed#listPublicRecords">raw feed</a> also has single reports. <code>null</code> means unknown, never zero or none.
<code>dataAsOf</code> is when the newest upload behind an answer arrived. Items and relations from the <a href="${base}${DOCS_PATH}/game-files">game’s files</a> carry <code>gameData</code> with their build.</p>
<p>Ids in the examples are ids of the game. If an example answers 404 or with nothing, nobody has reported that item here yet: use one from <a href="${base}/search">search</a>.</p>
`;
}

function licence(settings: AppSettings, base: string): unknown {
  const { credit, licence: name, licenceUrl, source } = attributionOf(settings);
  return html`<p>Players’ observations are licensed <a rel="license" href="${licenceUrl}">${name}</a>. Wherever you show it, show this
credit; answers have it in <code>attribution</code> and in the header <code>X-Service-Credit</code>:</p>
<blockquote>${credit}, <a href="${source}">${source}</a>, ${name}</blockquote>
<p>Data from the game’s files belong to the game’s publisher and are not under this licence. The <a href="${base}/terms">terms</a> say it in full.</p>
`;
}

function limits(reference: Reference, settings: AppSettings, base: string): unknown {
  const { anonymous, keyed } = settings.page;
  const limited = reference.operations.filter(
    ({ route }, at, all) =>
      route.budget !== null && all.findIndex((other) => other.route.budget === route.budget) === at,
  );
  const rows = settings.limits
    ? html`<ul>${limited.map(({ path, route }) => html`<li><code>${path}</code> ${limitWords(route.budget, settings)}</li>\n`)}</ul>
<p>Each address has its own count. The tools share one. Above a limit the answer is 429 with <code>Retry-After</code>: wait that many seconds.</p>
`
    : html`<p>This instance sets no hourly limits.</p>\n`;
  const keys = settings.keys
    ? html`<p>A free key from <a href="${base}${CONNECT_PATH}#keys">/connect</a> raises the limits, and pages of a list from ${anonymous.toLocaleString('en-GB')} to ${groupedCount(keyed, 'row')}. Send it as a
header, never in an address: <code>Authorization: Bearer tw_…</code> or <code>X-API-Key: tw_…</code>. A wrong key is answered with 401.</p>
`
    : html`<p>Keys are switched off here and ignored in requests.</p>\n`;
  return html`${keys}${rows}<p>If you need everything, take the <a href="${base}${DOCS_PATH}/files">files</a>: one request each.</p>\n`;
}

/** Returns the list used in the paging examples. */
function walkedList({ publicUrl }: AppSettings): ExampleList {
  return { url: `${publicUrl}/api/edges?from_kind=item&from_id=25`, field: 'edges' };
}

function lists(settings: AppSettings): unknown {
  const list = walkedList(settings);
  return html`<p>A list comes in pages. Ask for <code>next</code> until it is <code>null</code>; it keeps your filters, and the snapshot you
began with, so new uploads move nothing. <code>limit</code> sets the rows of a page; a page also ends at ${groupedCount(LIMITS.pageBytesMax.value, 'byte')}.</p>
<div class="codes"><details open><summary>JavaScript</summary>
${code(javascriptListExample(list))}</details>
<details><summary>Python</summary>
${code(pythonListExample(list))}</details></div>
<p>To fetch only new records later, keep the answer’s <code>snapshot</code> and send it as <code>since</code> to <code>/api/corpus/public</code>.</p>
`;
}

function caching({ snapshotIntervalS }: AppSettings): unknown {
  return html`<p>Public data change when a snapshot is written, at most every ${waitText(snapshotIntervalS)}. Keep the <code>ETag</code> of an answer and send it as <code>If-None-Match</code>:
you get 304 without a body while nothing changed. Answers come as brotli or gzip if you accept them.</p>
`;
}

function errors(base: string): unknown {
  return html`<p>A refusal is JSON with <code>ok: false</code> and <code>error</code>, a sentence that names the parameter, the requirement and the sent value
(<a href="${base}/schema/api/apiError.json">schema</a>).</p>
<dl class="statuses">${STATUSES.map(([status, meaning]) => html`<div><dt>${status}</dt><dd>${meaning}</dd></div>`)}</dl>
`;
}

const STATUSES: readonly (readonly [number, string])[] = [
  [400, 'A parameter is wrong; change it. Parameters must not be given twice.'],
  [401, 'The key is not valid or was revoked.'],
  [404, 'Nothing public is known of it, or there is no such path.'],
  [429, 'The hourly limit is used up; wait for Retry-After seconds.'],
  [503, 'The storage cannot be read right now; ask again later. It does not mean that there is nothing.'],
];

function more({ publicUrl }: AppSettings, base: string): unknown {
  return html`<ul>
<li><a href="${base}/api/openapi.json">OpenAPI 3.1 document</a>, from which clients can be generated; these pages are made from it</li>
<li><a href="${base}/schema/index.json">JSON Schemas</a> of all records, answers and tools, and the <a href="${base}/schema/limits.json">limits</a></li>
<li>Model Context Protocol: the tools at <code>${publicUrl}/mcp</code>, by POST</li>
<li><a href="${base}${EMBED_PAGE}">Hover cards</a> for your own site, with one line of HTML</li>
<li><a href="${base}/upload">Upload</a> a file of an addon in the browser</li>
</ul>
`;
}
