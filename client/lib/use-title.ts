import { useEffect } from 'react'
import { documentTitle } from '#shared/site/titles.ts'

let title = ''
let count = 0

export function useTitle(name: string): void {
  useEffect(() => {
    title = documentTitle(name)
    show()
  }, [name])
}

/** Puts a count before the page's title: `(2) Bookings · Lysning`. No count at 0. */
export function useTitleCount(number: number): void {
  useEffect(() => {
    count = number
    show()
    return () => {
      count = 0
      show()
    }
  }, [number])
}

function show(): void {
  if (title) document.title = count > 0 ? `(${count}) ${title}` : title
}
