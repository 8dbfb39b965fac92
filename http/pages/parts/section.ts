import { html } from '../html.ts';

/** Renders a section with a heading and an id that links can target. */
export function section(id: string, heading: string, content: unknown): unknown {
  return html`<section id="${id}">
<h2>${heading}</h2>
${content}</section>
`;
}
