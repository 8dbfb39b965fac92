import { TOOLS } from '../../../schema/tool_contracts.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { callLine, code, type EndpointContext, endpointSection, exampleBlocks } from './endpoint.ts';
import { DOCS_PATH, GROUPS, type Group, TOOL_TOPICS } from './groups.ts';
import type { Operation, Reference } from './reference.ts';
import { tryForm } from './requests.ts';
import { parameterTable } from './schema_words.ts';

export function groupPage(group: Group, reference: Reference, context: EndpointContext): PageContent {
  const { base } = context;
  const { endpoints, topics } = contentsOf(group, reference);
  const links = [
    ...endpoints.map(({ id, summary }) => ({ id, name: summary })),
    ...topics.map(({ id, title }) => ({ id, name: title })),
  ];
  const main = html`<p class="trail"><a href="${base}${DOCS_PATH}">API</a></p>
<h1>${group.title}</h1>
<p>${group.lead}</p>
<nav class="contents" aria-label="On this page"><ul>${links.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
${endpoints.map((one) => endpointSection(one, context))}${topics.map(
  ({ id, title, tools }) => html`<section id="${id}">
<h2>${title}</h2>
${tools.map((tool) => toolEntry(tool, context))}</section>
`,
)}<nav class="contents" aria-label="Other parts of the API"><ul>${GROUPS.map(({ path, title }) => html`<li><a href="${base}${path}"${path === group.path ? html` aria-current="page"` : ''}>${title}</a></li>`)}</ul></nav>`;
  return { title: `${group.title} – API`, description: group.lead, path: group.path, main };
}

interface Topic {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly Operation[];
}

/** Contents of a reference page: endpoints in full, followed by short entries for tools, by topic. */
export interface Contents {
  readonly endpoints: readonly Operation[];
  readonly topics: readonly Topic[];
}

export function contentsOf({ tag }: Group, { operations }: Reference): Contents {
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
function toolEntry(operation: Operation, context: EndpointContext): unknown {
  const { id, summary, description, parameters, responses } = operation;
  const { base, follow } = context;
  const own = parameters.filter((one) => one.in === 'query');
  const example = responses[0]?.body?.examples[0];
  return html`<section class="endpoint" id="${id}">
<h3>${summary}</h3>
${callLine(operation)}<p>${description}</p>
${own.length === 0 ? html`<p>It takes no arguments.</p>\n` : parameterTable({ ...operation, parameters: own }, follow)}<p><a href="${base}/schema/mcp/${id}.json">JSON Schemas of ${id}</a></p>
${example === undefined ? '' : html`<details><summary>Example answer</summary>\n${code(JSON.stringify(example.value, null, 2))}</details>\n`}${exampleBlocks(operation, context)}<details><summary>Try it</summary>
${tryForm(operation, base)}</details>
</section>
`;
}
