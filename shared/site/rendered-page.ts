/** A page as the build draws it, handed from the pages' program to the one that writes them. */
export interface RenderedPage {
  html: string
  /** The pattern of the route, by which the browser knows that the page is its own. */
  route: string
  /** The modules that the page is made of, as the drawing build names them. */
  modules: string[]
  /** Those whose styles the page needs at once, and their code later. */
  later: string[]
}
