import type { Page, Request } from 'playwright-core';

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
  let visits = 0;
  // Between the request for the next page and its arrival, the page that is left may still ask for something.
  let isLeaving = false;
  const visitOf = new Map<Request, number>();
  page.on('request', (request) => {
    asked.push(request.url());
    if (request.isNavigationRequest()) {
      visits += 1;
      isLeaving = true;
    }
    visitOf.set(request, isLeaving ? visits - 1 : visits);
  });
  page.on('framenavigated', () => {
    isLeaving = false;
  });
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    // A browser stops loading what a page asked for when the page is left.
    if (error === 'net::ERR_ABORTED' && visitOf.get(request) !== visits) return;
    faults.push(`failed: ${request.url()} ${error}`);
  });
  await page.exposeFunction('toldOfViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    toldOfViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber));`);
  return { faults, asked };
}
