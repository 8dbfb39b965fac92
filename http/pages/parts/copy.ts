import { html } from '../html.ts';

/**
 * Renders a button that copies the code or field in the same `.copyable` element. The button is invisible until the
 * script of all pages runs (http/browser/site/copy.ts). The style sheet shows its label.
 */
export function renderCopyButton(): unknown {
  return html`<button type="button" class="copy" data-copy="" data-label="Copy" aria-label="Copy"></button>`;
}

/**
 * Renders text in a block of code, with a copy button. Long lines of commands are broken. Those of a `program` are not:
 * its block scrolls, also by keyboard. A `secret` is outlined and selected with one click.
 */
export function renderCode(text: string, as: keyof typeof CODE_LOOKS = 'command'): unknown {
  return html`<div class="copyable"><pre${CODE_LOOKS[as]}><code>${text}</code></pre>${renderCopyButton()}</div>\n`;
}

const CODE_LOOKS = {
  command: '',
  program: html` class="program" tabindex="0"`,
  secret: html` class="secret"`,
} as const;
