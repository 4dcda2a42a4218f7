import { useEffect } from 'react'
import { toDocumentTitle } from '#shared/content/pages/page-titles.ts'

let title = ''
let count = 0

export function useTitle(name: string): void {
  useEffect(() => {
    title = toDocumentTitle(name)
    updateDocumentTitle()
  }, [name])
}

/** Puts a count before the page's title: `(2) Bookings · Lysning`. No count at 0. */
export function useTitleCount(number: number): void {
  useEffect(() => {
    count = number
    updateDocumentTitle()
    return () => {
      count = 0
      updateDocumentTitle()
    }
  }, [number])
}

function updateDocumentTitle(): void {
  if (title) document.title = count > 0 ? `(${count}) ${title}` : title
}
