import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

afterEach(() => vi.unstubAllGlobals())

/** Stubs `navigator` as on an iPhone with the site on its home screen. */
function installOnIos(outcome: () => Promise<void>): void {
  share.mockReset().mockImplementation(outcome)
  vi.stubGlobal('navigator', { standalone: true, canShare: () => true, share })
}

test('a file is downloaded under its name', async () => {
  await saveFile(file)
  expect(saved).toEqual(['sales.csv'])
  expect(document.querySelector('a')).toBeNull()
})

test('installed on an iPhone, the system’s sheet takes it under its name', async () => {
  installOnIos(async () => {})
  await saveFile(file)
  expect(share.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
    ['sales.csv', 'text/csv'],
  ])
  expect(saved).toEqual([])
})

test('the sheet closed without choosing is no failure, and nothing else happens', async () => {
  installOnIos(async () => {
    throw new DOMException('', 'AbortError')
  })
  await saveFile(file)
  expect(saved).toEqual([])
})

test('where the sheet may not open, the file is downloaded all the same', async () => {
  installOnIos(async () => {
    throw new DOMException('', 'NotAllowedError')
  })
  await saveFile(file)
  expect(saved).toEqual(['sales.csv'])
})
