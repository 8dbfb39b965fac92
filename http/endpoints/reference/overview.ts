import type { Entity } from '../../../domain/reads/entities/snapshot_data.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { INSTALLS_TO_PUBLISH } from '../../../domain/values/corroboration.ts';
import { formatQuantity, formatWait } from '../../../domain/values/phrases.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { AppSettings } from '../../context.ts';
import { EMBED_PAGE } from '../../embed/script.ts';
import { KEYS_PATH } from '../../pages/connect.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import { renderSection } from '../../pages/parts/section.ts';
import type { ApiSurface } from '../../pipeline/route.ts';
import { CLIENTS_PATH } from '../clients/route.ts';
import { describeLimit, type EndpointContext, renderCall, renderEndpoint, renderExamples } from './endpoint.ts';
import { DOCS_PATH, REFERENCE_GROUPS, type ReferenceGroup, TOOL_TOPICS } from './groups.ts';
import { type ApiReference, type Operation, readReference, renderParameters } from './reference.ts';
import {
  buildUrl,
  type ExampleList,
  formatCurlExample,
  formatJavascriptListExample,
  formatPythonListExample,
  renderTryForm,
} from './requests.ts';

const PAGE_DESCRIPTION =
  'How to read this site’s data as JSON: every endpoint with examples in curl, JavaScript and Python.';

/** Creates the reference's first page: a table of contents, and the rules for all endpoints. */
function createOverviewPage(reference: ApiReference, context: EndpointContext, item: Entity | null): PageContent {
  const { settings, base } = context;
  const query = new URLSearchParams({ query: item?.name ?? 'linen' });
  const main = html`<h1>API</h1>
<p>Everything on this site can be read as JSON, by any program. Reading needs no account and no key. Try this first:</p>
${renderCode(formatCurlExample({ url: `${settings.publicUrl}/api/tools/search?${query}`, answer: 'json', upload: null }))}${renderEntryPoints(base)}${renderSection('endpoints', 'Endpoints', renderOverviewContents(reference, base))}${renderSection('facts', 'About the data', renderFacts(base))}${renderSection('licence', 'Licence and credit', renderLicence(settings, base))}${renderSection('limits', 'Keys and limits', renderLimits(reference, settings, base))}${renderSection('lists', 'Reading a list to its end', renderLists(settings, item?.id ?? 25))}${renderSection('caching', 'Caching', renderCaching(settings))}${renderSection('errors', 'Errors', renderErrors(base))}${renderSection('more', 'Other ways in', renderFurtherReading(settings, base))}`;
  return { title: 'API', description: PAGE_DESCRIPTION, path: DOCS_PATH, main };
}

/** Renders the pages that most readers look for, by what they want to do. */
function renderEntryPoints(base: string): unknown {
  const ways: readonly (readonly [path: string, name: string, text: string])[] = [
    [`${DOCS_PATH}/tools`, 'Ask a question', 'All about an item, a creature, a quest or a profession'],
    [`${DOCS_PATH}/observed`, 'Read a list', 'Drop rates, prices and relations, page by page'],
    [`${DOCS_PATH}/files`, 'Take everything', 'All public data as files, once a day'],
    [EMBED_PAGE, 'Show cards', 'Hover cards on your site, with one line of HTML'],
    [CLIENTS_PATH, 'Write a program', 'Typed clients for TypeScript and Python'],
    [KEYS_PATH, 'Read more often', 'A free key raises the limits'],
  ];
  return html`<ul class="tiles ways-in">
${ways.map(([path, name, text]) => html`<li><a href="${base}${path}"><b>${name}</b><small>${text}</small></a></li>\n`)}</ul>
`;
}

function renderOverviewContents(reference: ApiReference, base: string): unknown {
  return html`<div class="endpoints">${REFERENCE_GROUPS.map((group) => {
    const { endpoints, topics } = listContents(group, reference);
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

function renderFacts(base: string): unknown {
  return html`<p>An addon records what players see; uploads are anonymous. A fact is public once ${INSTALLS_TO_PUBLISH}
players reported it; the <a href="${base}${DOCS_PATH}/observed#listPublicRecords">raw feed</a> also has single reports. <code>null</code> means unknown, never zero or none.
<code>dataAsOf</code> is when the newest upload behind an answer arrived. Items and relations from the <a href="${base}${DOCS_PATH}/game-files">game’s files</a> carry <code>gameData</code> with their build.</p>
<p>Ids in the examples are ids of the game. If an example answers 404 or with nothing, nobody has reported that item here yet: use one from <a href="${base}/search">search</a>.</p>
`;
}

function renderLicence(settings: AppSettings, base: string): unknown {
  const { credit, licence: name, licenceUrl, source } = createAttribution(settings);
  return html`<p>Players’ observations are licensed <a rel="license" href="${licenceUrl}">${name}</a>. Wherever you show it, show this
credit; answers have it in <code>attribution</code> and in the header <code>X-Service-Credit</code>:</p>
<blockquote>${credit}, <a href="${source}">${source}</a>, ${name}</blockquote>
<p>Data from the game’s files belong to the game’s publisher and are not under this licence. The <a href="${base}/terms">terms</a> say it in full.</p>
`;
}

function renderLimits(reference: ApiReference, settings: AppSettings, base: string): unknown {
  const { anonymous, keyed } = settings.page;
  const limited = reference.operations.filter(
    ({ route }, at, all) =>
      route.budget !== null && all.findIndex((other) => other.route.budget === route.budget) === at,
  );
  const rows = settings.limits
    ? html`<ul>${limited.map(({ path, route }) => html`<li><code>${path}</code> ${describeLimit(route.budget, settings)}</li>\n`)}</ul>
<p>Each address has its own count. The tools share one. Above a limit the answer is 429 with <code>Retry-After</code>: wait that many seconds.</p>
`
    : html`<p>This instance sets no hourly limits.</p>\n`;
  const keys = settings.keys
    ? html`<p>A <a href="${base}${KEYS_PATH}">free key</a> raises the limits, and pages of a list from ${anonymous.toLocaleString('en-GB')} to ${formatQuantity(keyed, 'row')}. Send it as a
header, never in an address: <code>Authorization: Bearer tw_…</code> or <code>X-API-Key: tw_…</code>. A wrong key is answered with 401.</p>
`
    : html`<p>Keys are switched off here and ignored in requests.</p>\n`;
  return html`${keys}${rows}<p>If you need everything, take the <a href="${base}${DOCS_PATH}/files">files</a>: one request each.</p>\n`;
}

function renderLists({ publicUrl }: AppSettings, itemId: number): unknown {
  const list: ExampleList = { url: `${publicUrl}/api/edges?from_kind=item&from_id=${itemId}`, field: 'edges' };
  return html`<p>A list comes in pages. Ask for <code>next</code> until it is <code>null</code>; it keeps your filters, and the snapshot you
began with, so new uploads move nothing. <code>limit</code> sets the rows of a page; a page also ends at ${formatQuantity(LIMITS.pageBytesMax.value, 'byte')}.</p>
<div class="codes"><details open><summary>JavaScript</summary>
${renderCode(formatJavascriptListExample(list))}</details>
<details><summary>Python</summary>
${renderCode(formatPythonListExample(list))}</details></div>
<p>To fetch only new records later, keep the answer’s <code>snapshot</code> and send it as <code>since</code> to <code>/api/corpus/public</code>.</p>
`;
}

function renderCaching({ snapshotIntervalS }: AppSettings): unknown {
  return html`<p>Public data change when a snapshot is written, at most every ${formatWait(snapshotIntervalS)}. Keep the <code>ETag</code> of an answer and send it as <code>If-None-Match</code>:
you get 304 without a body while nothing changed. Answers come as brotli or gzip if you accept them.</p>
`;
}

function renderErrors(base: string): unknown {
  return html`<p>A refusal is JSON with <code>ok: false</code> and <code>error</code>, a sentence that names the parameter, the requirement and the sent value
(<a href="${base}/schema/api/apiError.json">schema</a>).</p>
<dl class="statuses">${STATUS_MEANINGS.map(([status, meaning]) => html`<div><dt>${status}</dt><dd>${meaning}</dd></div>`)}</dl>
`;
}

const STATUS_MEANINGS: readonly (readonly [number, string])[] = [
  [400, 'A parameter is wrong; change it. Parameters must not be given twice.'],
  [401, 'The key is not valid or was revoked.'],
  [404, 'Nothing public is known about it, or there is no such path.'],
  [429, 'The hourly limit is used up; wait for Retry-After seconds.'],
  [503, 'The storage cannot be read right now; ask again later. It does not mean that there is nothing.'],
];

function renderFurtherReading({ publicUrl }: AppSettings, base: string): unknown {
  return html`<ul>
<li><a href="${base}/api/openapi.json">OpenAPI 3.1 document</a>, from which clients can be generated; these pages are made from it</li>
<li><a href="${base}/schema/index.json">JSON Schemas</a> of all records, answers and tools, and the <a href="${base}/schema/limits.json">limits</a></li>
<li>Model Context Protocol: the tools at <code>${publicUrl}/mcp</code>, by POST</li>
<li><a href="${base}/upload">Upload</a> a file of an addon in the browser</li>
</ul>
`;
}

/** Renders a group's page, or the first page if `group` is null. Its examples are about `item`. */
export async function createReferencePage(
  group: ReferenceGroup | null,
  surface: ApiSurface,
  settings: AppSettings,
  item: Entity | null = null,
): Promise<PageContent> {
  const reference = readReference(await surface.document(), surface.routes());
  const context = { settings, base: toBasePath(settings.publicUrl), follow: reference.follow };
  return group === null ? createOverviewPage(reference, context, item) : createGroupPage(group, reference, context);
}

/** Returns the path and query that an operation's form leads to, given the values of the form's fields. */
export type TryAddress = (values: Readonly<Record<string, string>>) => string;

/** Returns the address functions of all operations, keyed by operation id. */
export async function buildTryAddresses(surface: ApiSurface): Promise<ReadonlyMap<string, TryAddress>> {
  const { operations } = readReference(await surface.document(), surface.routes());
  return new Map(
    operations.map(({ id, path, parameters }) => {
      // Drop the schemas, because this map lives as long as the process.
      const kept = { path, parameters: parameters.map((one) => ({ ...one, schema: {} })) };
      return [id, (values) => buildUrl(kept, values)] as const;
    }),
  );
}

function createGroupPage(group: ReferenceGroup, reference: ApiReference, context: EndpointContext): PageContent {
  const { base } = context;
  const { endpoints, topics } = listContents(group, reference);
  const links = [
    ...endpoints.map(({ id, summary }) => ({ id, name: summary })),
    ...topics.map(({ id, title }) => ({ id, name: title })),
  ];
  const main = html`<p class="trail"><a href="${base}${DOCS_PATH}">API</a></p>
<h1>${group.title}</h1>
<p>${group.lead}</p>
<nav class="contents" aria-label="On this page"><ul>${links.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
${endpoints.map((one) => renderEndpoint(one, context))}${topics.map(
  ({ id, title, tools }) => html`<section id="${id}">
<h2>${title}</h2>
${tools.map((tool) => renderToolEntry(tool, context))}</section>
`,
)}<nav class="contents" aria-label="Other parts of the API"><ul>${REFERENCE_GROUPS.map(({ path, title }) => html`<li><a href="${base}${path}"${path === group.path ? html` aria-current="page"` : ''}>${title}</a></li>`)}</ul></nav>`;
  return { title: `${group.title} – API`, description: group.lead, path: group.path, main };
}

interface GroupTopic {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly Operation[];
}

/** Contents of a reference page: endpoints in full, followed by short entries for tools, by topic. */
export interface GroupContents {
  readonly endpoints: readonly Operation[];
  readonly topics: readonly GroupTopic[];
}

export function listContents({ tag }: ReferenceGroup, { operations }: ApiReference): GroupContents {
  const own = operations.filter((one) => one.tag === tag);
  if (tag !== 'Tools') return { endpoints: own, topics: [] };
  return {
    endpoints: own.filter(({ id }) => !TOOLS.has(id)),
    topics: TOOL_TOPICS.map(({ id, title, tools }) => ({
      id,
      title,
      tools: own.filter((one) => tools.includes(one.id)),
    })),
  };
}

/** Renders a tool's short entry. Limits, caching and statuses are the same for all tools and therefore omitted. */
function renderToolEntry(operation: Operation, context: EndpointContext): unknown {
  const { id, summary, description, parameters, responses } = operation;
  const { base, follow } = context;
  const own = parameters.filter((one) => one.in === 'query');
  const example = responses[0]?.body?.examples[0];
  return html`<section class="endpoint" id="${id}">
<h3>${summary}</h3>
${renderCall(operation)}<p>${description}</p>
${own.length === 0 ? html`<p>It takes no arguments.</p>\n` : renderParameters({ ...operation, parameters: own }, follow)}<p><a href="${base}/schema/mcp/${id}.json">JSON Schemas of ${id}</a></p>
${example === undefined ? '' : html`<details><summary>Example answer</summary>\n${renderCode(JSON.stringify(example.value, null, 2))}</details>\n`}${renderExamples(operation, context)}<details><summary>Try it</summary>
${renderTryForm(operation, base)}</details>
</section>
`;
}
