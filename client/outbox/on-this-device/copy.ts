/** Hands over a file of what a device keeps, so that it can be taken elsewhere. */
export function saveCopy(entries: readonly unknown[], now: number): void {
  const savedAt = new Date(now).toISOString()
  const text = JSON.stringify({ savedAt, entries }, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  const download = `on-this-device-${savedAt.slice(0, 10)}.json`
  Object.assign(link, { href: address, download }).click()
  // Not at once: some browsers begin to read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
