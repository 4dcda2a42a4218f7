import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { PersonDocument } from '#client/data/journeys/types.ts'
import { zipDocuments } from '#client/desk/settings/privacy/documents-zip.ts'

function build(name: string, over: Partial<PersonDocument> = {}): PersonDocument {
  return {
    ...{ id: 'd1', name, type: 'application/pdf', size: 3 },
    ...{ itemId: 'j1-i1', journeyId: 'j1', journeyTitle: 'Lofoten', othersTravel: false },
    ...over,
  }
}

const toContent = ({ id }: PersonDocument) => new TextEncoder().encode(`%PDF ${id}`)

/** Unzips what was zipped: the contents by path. */
async function zip(
  documents: PersonDocument[],
  open = async (document: PersonDocument): Promise<Blob | undefined> =>
    new Blob([toContent(document)]),
) {
  const { blob, ...others } = await zipDocuments(documents, open, () => undefined)
  const files = blob && unzipSync(new Uint8Array(await blob.arrayBuffer()))
  return { files, ...others }
}

async function listPaths(...documents: PersonDocument[]) {
  return Object.keys((await zip(documents)).files ?? {})
}

describe('A ZIP file of documents', () => {
  it('has each of them byte for byte, in a folder named after its journey', async () => {
    const contents = new Map([
      ['map', Uint8Array.from({ length: 70_000 }, (_, index) => (index * index) % 251)],
      ['tickets', new Uint8Array([37, 80, 68, 70, 45, 0, 255])],
    ])
    const { files } = await zip(
      [
        build('Map.png', { id: 'map', type: 'image/png' }),
        build('Tickets.pdf', { id: 'tickets', journeyId: 'j2', journeyTitle: 'Å og Værøy 🏔' }),
      ],
      async ({ id }) => new Blob([contents.get(id) ?? '']),
    )
    expect(files).toEqual({
      'Lofoten/Map.png': contents.get('map'),
      'Å og Værøy 🏔/Tickets.pdf': contents.get('tickets'),
    })
  })

  it('keeps documents of one name apart, also where capitals or the form of an accent do not count', async () => {
    const names = ['Ålesund.pdf', 'ålesund.PDF', 'A\u030alesund.pdf', 'Ålesund (2).pdf']
    const documents = names.map((name, index) => build(name, { id: String(index) }))
    const { files = {} } = await zip(documents)
    const paths = Object.keys(files)
    expect(paths).toEqual([
      'Lofoten/Ålesund.pdf',
      'Lofoten/ålesund (2).PDF',
      'Lofoten/A\u030alesund (3).pdf',
      'Lofoten/Ålesund (2) (2).pdf',
    ])
    expect(Object.values(files)).toEqual(documents.map(toContent))
  })

  it('keeps journeys of one title apart, and documents of one journey together', async () => {
    const other = { journeyId: 'j2', journeyTitle: 'LOFOTEN' }
    expect(
      await listPaths(build('a.pdf'), build('a.pdf', other), build('b.pdf'), build('b.pdf', other)),
    ).toEqual(['Lofoten/a.pdf', 'LOFOTEN (2)/a.pdf', 'Lofoten/b.pdf', 'LOFOTEN (2)/b.pdf'])
  })

  it.each([
    ['a path', '../../x', '../../etc', 'etc/x.pdf'],
    ['a path of Windows', 'C:\\x.pdf', '\\\\server\\share', 'server share/C x.pdf'],
    ['control and direction characters', 'a\u0000\n\u202ex.pdf', '\u0007Oslo', 'Oslo/a x.pdf'],
    ['nothing but dots', '..', '...', 'Journey/Document.pdf'],
    ['another ending', 'run.exe', 'St. Olav', 'St. Olav/run.exe.pdf'],
    [
      'too many letters',
      `${'æ'.repeat(200)}.pdf`,
      'x'.repeat(300),
      `${'x'.repeat(60)}/${'æ'.repeat(60)}.pdf`,
    ],
    [
      'too many bytes',
      '🛶'.repeat(200),
      '🏔'.repeat(70),
      `${'🏔'.repeat(60)}/${'🛶'.repeat(60)}.pdf`,
    ],
  ])('has only names that are safe where it is unpacked: %s', async (_what, name, title, path) => {
    expect(await listPaths(build(name, { journeyTitle: title }))).toEqual([path])
  })

  it('has the others, if some are not on this device or cannot be opened', async () => {
    const documents = ['Missing', 'Damaged', 'Tickets'].map((name) => build(name, { id: name }))
    const { files, missing, failed } = await zip(documents, async (document) => {
      if (document.id === 'Damaged') throw new Error('The content was changed')
      return document.id === 'Missing' ? undefined : new Blob([toContent(document)])
    })
    expect(Object.keys(files ?? {})).toEqual(['Lofoten/Tickets.pdf'])
    expect([missing, failed].flat().map(({ id }) => id)).toEqual(['Missing', 'Damaged'])
  })

  it('is not made if none of them can be opened', async () => {
    expect((await zip([build('Tickets.pdf')], async () => undefined)).files).toBeUndefined()
  })

  it('fails if the device has no memory for it, so that no part of it is taken for the whole', async () => {
    const content = new Blob(['x'])
    content.arrayBuffer = () => Promise.reject(new RangeError('Array buffer allocation failed'))
    await expect(zip([build('Tickets.pdf')], async () => content)).rejects.toThrow('allocation')
  })
})
