import { Fragment } from 'react'

/** An e-mail address that breaks, where it must, behind its signs and not within a word. */
export function AddressWords({ address }: { address: string }) {
  const parts = address.split(/(?<=[@._+-])/)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
