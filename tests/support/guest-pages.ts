import type { Page } from '@playwright/test'

/** What the browser has stored for the guests' page, as text. */
export function readStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const read = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = async () => {
          const db = opening.result
          const rows = [...db.objectStoreNames].map(
            (store) =>
              new Promise((done) => {
                const all = db.transaction(store).objectStore(store).getAll()
                all.onsuccess = () => done(all.result)
              }),
          )
          resolve(await Promise.all(rows))
          db.close()
        }
      })
    const rows = await Promise.all(databases.map(read))
    return JSON.stringify([rows, { ...localStorage }, { ...sessionStorage }])
  })
}

/**
 * Call it before pressing a document, and the returned function after it: the document opens in a tab, or
 * is saved by a browser that cannot show PDF files.
 */
export async function waitForDocument(page: Page): Promise<() => Promise<unknown>> {
  const isShown = await page.evaluate(() => navigator.pdfViewerEnabled)
  const opened = isShown ? page.context().waitForEvent('page') : page.waitForEvent('download')
  return () => opened
}
