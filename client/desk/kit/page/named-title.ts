import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'

/** A person's name for a page's title; not where a passphrase is set, since browsers keep titles in their history. */
export function namedTitle(name: string, otherwise: string): string {
  return isSealedHere(ownerHere()?.userId) ? otherwise : name
}
