export const summaryId = 'device-summary'

export function titleId(key: string): string {
  return `entry-${key}`
}

/** To an entry's title, or to the head of the list where there is none. */
export function focusEntry(key: string | undefined): void {
  const id = key === undefined ? summaryId : titleId(key)
  document.getElementById(id)?.focus()
}
