import type { Page } from 'playwright-core';

/** Errors of a page, and the hosts it contacted. */
export interface Watch {
  readonly faults: string[];
  readonly asked: string[];
}

/** Records messages of the console, the policy and the network from now on. */
export async function watch(page: Page): Promise<Watch> {
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    // A browser stops loading the icon when the page is left.
    if (error === 'net::ERR_ABORTED' && request.url().endsWith('/icon.svg')) return;
    faults.push(`failed: ${request.url()} ${error}`);
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.exposeFunction('toldOfViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    toldOfViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));`);
  return { faults, asked };
}
