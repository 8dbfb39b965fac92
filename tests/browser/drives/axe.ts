import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Evaluated, not loaded: the policy of the page holds for pages, not for the tool that looks at them. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What of a page, as it stands, troubles the accessibility rules of axe; a line each. */
export async function troubles(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`),
    );
  });
}
