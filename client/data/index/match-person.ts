import { getData } from '#client/data/data-client.ts'
import { hasEmailAddress } from '#shared/clients/email-addresses.ts'

export interface PersonMatch {
  id: string
  name: string
  /** The person's email address belongs to this client. */
  isCertain: boolean
}

/** Returns the client that this person may be; undefined if there is none. */
export async function matchPerson(person: {
  name: string
  email: string
  phone: string
}): Promise<PersonMatch | undefined> {
  const { name, email, phone } = person
  const [line] = await getData().clients.match({ name, email, phone })
  const view = line && (await getData().clients.get(line.id))
  if (!view) return undefined
  const { id, client } = view
  return { id, name: client.name, isCertain: hasEmailAddress(client, email) }
}
