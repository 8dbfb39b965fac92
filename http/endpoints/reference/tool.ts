import { html } from '../../pages/html.ts';
import { callLine, code, type EndpointContext, exampleBlocks } from './endpoint.ts';
import { parameterTable } from './parameters.ts';
import type { Operation } from './reference.ts';
import { tryForm } from './try_form.ts';

/** Renders a tool's short entry. Limits, caching and statuses are the same for all tools and therefore omitted. */
export function toolEntry(operation: Operation, context: EndpointContext): unknown {
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
