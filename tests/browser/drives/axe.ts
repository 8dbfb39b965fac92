import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/**
 * The source of axe. It is evaluated and not loaded, because the page's Content-Security-Policy should not apply to it.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the accessibility problems that axe finds on the current page, one per line. */
export async function troubles(page: Page): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>;
      };
    };
    // Describing everything that is right would take a fifth longer.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id} (${help}): ${html.slice(0, 200)}`),
    );
  });
}
