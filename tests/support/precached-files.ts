import fs from 'node:fs'
import path from 'node:path'

interface PrecachedFile {
  /** The address that the service worker fetches. */
  url: string
  /** Uncompressed bytes. */
  size: number
}

/** The files that the built service worker precaches on every device; those of the desk are not. */
export function listPrecachedFiles(site: string): PrecachedFile[] {
  const script = fs.readFileSync(path.join(site, 'sw.js'), 'utf8')
  const [list = '[]'] = script.match(/\[\{"integrity".*?\}\]/) ?? []
  const entries: { url: string; only?: string }[] = JSON.parse(list)
  return entries
    .filter(({ only }) => !only)
    .map(({ url }) => ({ url: url, size: getFileSize(site, url) }))
}

function getFileSize(site: string, address: string): number {
  const names = [address, `${address}.html`, `${address}index.html`]
  const found = names.map((name) => path.join(site, name)).find((file) => isFile(file))
  if (!found) throw new Error(`The built site has no file for the precached address ${address}`)
  return fs.statSync(found).size
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
