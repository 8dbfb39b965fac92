/** Percent-decodes a part of a path. Returns it unchanged if it is not valid percent-encoding. */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
