import { createContext, type ReactNode } from 'react'

interface PageFrameParts {
  /** Menu button, beside the wordmark. */
  menu: ReactNode
  /** Copyright and legal links, below the page's content. */
  legal: ReactNode
}

/** Parts of the site's frame for pages with their own layout (task, result, error). */
export const PageFrame = createContext<PageFrameParts>({ menu: null, legal: null })
