/** A small change of the product that some test has to notice. */
export interface Bug {
  what: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** At least one of these fails with the change made. */
  tests: string[]
}
