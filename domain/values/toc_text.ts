/**
 * Fills fields of the table of contents of an addon, such as `Version`. Values lose line breaks, which would end a field,
 * and the client's marks of colours and links.
 */
export function fillTocTemplate(template: string, fields: Readonly<Record<string, string>>): string {
  return template.replace(/^## ([\w-]+): .*$/gm, (line, name: string) =>
    fields[name] === undefined ? line : `## ${name}: ${formatPlainLine(fields[name])}`,
  );
}

/**
 * Returns a text as one line of at most 200 characters, without control characters and `|`, which begins the client's
 * marks.
 */
export function formatPlainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}|]+/gu, ' ')
    .slice(0, 200)
    .trim();
}
