import { html } from '../html.ts';

/**
 * Renders a button that copies the code or field in the same `.copyable` element. The button is invisible until the
 * script of all pages runs (http/browser/site/copy.ts). The style sheet shows its label.
 */
export function copyButton(): unknown {
  return html`<button type="button" class="copy" data-copy="" data-label="Copy" aria-label="Copy"></button>`;
}

/** Renders text in a block of code, with a copy button. A `secret` is outlined and selected with one click. */
export function codeBlock(text: string, as: 'code' | 'secret' = 'code'): unknown {
  return html`<div class="copyable"><pre${as === 'secret' ? html` class="secret"` : ''}><code>${text}</code></pre>${copyButton()}</div>\n`;
}
