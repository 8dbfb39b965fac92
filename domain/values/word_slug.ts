/** Returns the words of a text for a URL: in lower case, with hyphens in place of anything but letters and digits. */
export function formatWordSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
