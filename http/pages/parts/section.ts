import { html } from '../html.ts';

/** Renders a section with a heading and a fragment address. */
export function section(id: string, heading: string, content: unknown): unknown {
  return html`<section id="${id}">
<h2>${heading}</h2>
${content}</section>
`;
}
