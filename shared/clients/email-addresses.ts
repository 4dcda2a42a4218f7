import { isEmailAddress, isSameMailbox, parseEmailAddress } from '#shared/lib/form-fields.ts'
import type { Client } from './client-fields.ts'

/** Whether an address is one of the client's; empty text is never. */
export function hasEmailAddress(client: Pick<Client, 'email' | 'otherEmails'>, address: string) {
  if (address.trim() === '') return false
  return [client.email, ...client.otherEmails].some((one) => isSameMailbox(one, address))
}

export function isTrimmedAddress(text: string): boolean {
  return isEmailAddress(text) && text.trim() === text
}

/** Text that other programs put around an address. */
const WRAPPING = /^(?:mailto:)?[<("'\s]+|^mailto:|[>)"'\s.]+$/gi
/** Invisible format characters. */
const INVISIBLE = /\p{Cf}/gu
/** Words between two addresses that have no meaning of their own. */
const CONNECTIVE = /^(?:and|or|og|eller|[&|/+:-]+)?$/i

/** The email addresses in a cell; `rest` is the whole cell if it contains anything else, or ''. */
export function parseAddresses(cell: string): { addresses: string[]; rest: string } {
  const parts = cell
    .replaceAll(INVISIBLE, '')
    .split(/ ::: |[;,\s]+/)
    .flatMap(splitAddressPart)
  const addresses = parts.flatMap((part) => parseEmailAddress(part) ?? [])
  const isAll = parts.every((part) => isTrimmedAddress(part) || CONNECTIVE.test(part))
  return { addresses: [...new Set(addresses)], rest: isAll ? '' : cell.trim() }
}

function splitAddressPart(part: string): string[] {
  if (isTrimmedAddress(part)) return [part]
  const bare = part.replaceAll(WRAPPING, '')
  if (isTrimmedAddress(bare)) return [bare]
  const pieces = part.split(/[/|]/).map((piece) => piece.replaceAll(WRAPPING, ''))
  return pieces.every((piece) => piece === '' || isTrimmedAddress(piece)) ? pieces : [part]
}
