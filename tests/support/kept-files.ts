import fs from 'node:fs'
import path from 'node:path'

interface KeptFile {
  /** As the service worker asks for it. */
  address: string
  /** Bytes, not compressed. */
  size: number
}

/** What the built service worker keeps on every device. */
export function keptFiles(site: string): KeptFile[] {
  const script = fs.readFileSync(path.join(site, 'sw.js'), 'utf8')
  const [list = '[]'] = script.match(/\[\{"integrity".*?\}\]/) ?? []
  const entries: { url: string; only?: string }[] = JSON.parse(list)
  return entries
    .filter(({ only }) => !only)
    .map(({ url }) => ({ address: url, size: sizeOf(site, url) }))
}

function sizeOf(site: string, address: string): number {
  const names = [address, `${address}.html`, `${address}index.html`]
  const found = names.map((name) => path.join(site, name)).find((file) => isFile(file))
  if (!found) throw new Error(`There is no file for ${address}`)
  return fs.statSync(found).size
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}
