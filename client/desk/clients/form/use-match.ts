import { useEffect, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { ClientView } from '#client/book/store/types.ts'
import type { Client } from '#shared/clients/schema.ts'

/** After the last letter, milliseconds. */
const PAUSE = 300

/** The likeliest other client that may be this person. */
export function useMatch(fields: Client, id: string | undefined): ClientView | undefined {
  const { email, phone, name, distinctFrom } = fields
  const [match, setMatch] = useState<ClientView>()
  useEffect(() => {
    let left = false
    const look = async () => {
      const others = await book().matches({ email, phone, name })
      const other = others.find((one) => one.id !== id && !distinctFrom.includes(one.id))
      const found = other && (await book().client(other.id))
      if (!left) setMatch(found)
    }
    // Without an answer there is no notice; nothing else depends on it.
    const timer = setTimeout(() => void look().catch(() => undefined), PAUSE)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [email, phone, name, distinctFrom, id])
  return match
}
