import { fold } from '../lib/fold.ts'
import type { Client } from './schema.ts'

/** Whether someone who wrote from this address is this client. */
export function isAddressOf(client: Pick<Client, 'email' | 'otherEmails'>, address: string) {
  const folded = fold(address)
  return folded !== '' && [client.email, ...client.otherEmails].some((one) => fold(one) === folded)
}
