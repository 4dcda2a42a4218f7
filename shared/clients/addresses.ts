import { isEmailAddress, isSameMailbox, readEmailAddress } from '#shared/lib/fields.ts'
import type { Client } from './fields.ts'

/** Whether an address is one of the client's; empty text is never. */
export function isAddressOf(client: Pick<Client, 'email' | 'otherEmails'>, address: string) {
  if (address.trim() === '') return false
  return [client.email, ...client.otherEmails].some((one) => isSameMailbox(one, address))
}

export function isAddress(text: string): boolean {
  return isEmailAddress(text) && text.trim() === text
}

/** Text that other programs put around an address. */
const AROUND = /^(?:mailto:)?[<("'\s]+|^mailto:|[>)"'\s.]+$/gi
/** Invisible format characters. */
const UNSEEN = /\p{Cf}/gu
/** Words between two addresses that have no meaning of their own. */
const BETWEEN = /^(?:and|or|og|eller|[&|/+:-]+)?$/i

/** The e-mail addresses in a cell; `rest` is the whole cell if it contains anything else, or ''. */
export function addressesIn(cell: string): { addresses: string[]; rest: string } {
  const parts = cell
    .replaceAll(UNSEEN, '')
    .split(/ ::: |[;,\s]+/)
    .flatMap(splitFurther)
  const addresses = parts.flatMap((part) => readEmailAddress(part) ?? [])
  const isAll = parts.every((part) => isAddress(part) || BETWEEN.test(part))
  return { addresses: [...new Set(addresses)], rest: isAll ? '' : cell.trim() }
}

function splitFurther(part: string): string[] {
  if (isAddress(part)) return [part]
  const bare = part.replaceAll(AROUND, '')
  if (isAddress(bare)) return [bare]
  const pieces = part.split(/[/|]/).map((piece) => piece.replaceAll(AROUND, ''))
  return pieces.every((piece) => piece === '' || isAddress(piece)) ? pieces : [part]
}
