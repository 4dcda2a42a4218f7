import { Fragment } from 'react'

/** An email address that may wrap after `@`, `.`, `_`, `+` or `-`, never inside a word. */
export function BreakableAddress({ address }: { address: string }) {
  const parts = address.split(/(?<=[@._+-])/)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
