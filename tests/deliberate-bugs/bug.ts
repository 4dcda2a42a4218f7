/** A small mistake put into the product that some test has to notice. */
export interface Bug {
  what: string
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files; at least one of their tests fails with the mistake. */
  tests: string[]
}
