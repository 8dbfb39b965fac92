/** How texts on talents call a class: `Warrior`. */
export function classWord(slug: string | null): string {
  return slug === null ? 'Class' : `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`;
}
