import { createContext, type ReactNode } from 'react'

interface PageFrameParts {
  /** Opens the site's menu; stands beside the wordmark. */
  menu: ReactNode
  /** Copyright and legal links; stands below the page's content. */
  legal: ReactNode
}

/** What pages with a layout of their own (a task, its result, an error) show of the site around them. */
export const PageFrame = createContext<PageFrameParts>({ menu: null, legal: null })
