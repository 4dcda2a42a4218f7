import { book } from '#client/book/page-book.ts'
import { isAddressOf } from '#shared/clients/addresses.ts'

export interface Likely {
  id: string
  name: string
  /** The person's email address belongs to this client. */
  sure: boolean
}

/** Returns the client that this person may be; undefined if there is none. */
export async function likelyClient(person: {
  name: string
  email: string
  phone: string
}): Promise<Likely | undefined> {
  const { name, email, phone } = person
  const [line] = await book().matches({ name, email, phone })
  const view = line && (await book().client(line.id))
  if (!view) return undefined
  const { id, client } = view
  return { id, name: client.name, sure: isAddressOf(client, email) }
}
