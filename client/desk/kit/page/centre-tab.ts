/**
 * Brings the tab one is on into the middle of its row, which scrolls on a phone. Only the row moves:
 * the page, which may have been scrolled down, stays where it is.
 */
export function centreTab(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-current]')
  if (!row || !tab) return
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
