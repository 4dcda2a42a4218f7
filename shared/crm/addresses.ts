import { isSameMailbox } from '../lib/email-address.ts'
import type { Client } from './schema.ts'

/** Whether someone who wrote from this address is this client. */
export function isAddressOf(client: Pick<Client, 'email' | 'otherEmails'>, address: string) {
  if (address.trim() === '') return false
  return [client.email, ...client.otherEmails].some((one) => isSameMailbox(one, address))
}
