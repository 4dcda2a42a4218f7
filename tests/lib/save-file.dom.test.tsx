import { beforeEach, expect, test, vi } from 'vitest'
import { saveFile } from '#client/lib/data/save-file.ts'

const file = { blob: new Blob(['a'], { type: 'text/csv' }), name: 'sales.csv' }
const saved: string[] = []
const share = vi.fn<(data: ShareData) => Promise<void>>()

beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:a', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
})

/** Stubs `navigator` as on an iPhone with the site on its home screen. */
function installOnIos(outcome: () => Promise<void>): void {
  share.mockReset().mockImplementation(outcome)
  vi.stubGlobal('navigator', { standalone: true, canShare: () => true, share })
}

test('A file is downloaded under its name', async () => {
  await saveFile(file)
  expect(saved).toEqual(['sales.csv'])
  expect(document.querySelector('a')).not.toBeInTheDocument()
})

test('On an iPhone with the installed app, the share sheet receives the file under its name', async () => {
  installOnIos(async () => {})
  await saveFile(file)
  expect(share.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
    ['sales.csv', 'text/csv'],
  ])
  expect(saved).toEqual([])
})

test('Closing the share sheet without a choice is not an error, and nothing is downloaded', async () => {
  installOnIos(async () => {
    throw new DOMException('', 'AbortError')
  })
  await saveFile(file)
  expect(saved).toEqual([])
})

test('The file is downloaded if the share sheet is not allowed to open', async () => {
  installOnIos(async () => {
    throw new DOMException('', 'NotAllowedError')
  })
  await saveFile(file)
  expect(saved).toEqual(['sales.csv'])
})
