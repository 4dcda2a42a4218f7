import { digitsOf, tellingDigits } from '#client/book/store/heads.ts'
import { foldFast } from './fold-fast.ts'
import type { Memory } from './memory.ts'

/** A booking or message has no location; then the name alone has to do. */
export interface Person {
  email: string
  phone: string
  name: string
  location?: string
}

/** Places of the clients that may be this person: by e-mail address, then telephone, then name. */
export function matchesIn(memory: Memory, person: Person): number[] {
  const email = folded(person.email)
  const phone = tellingDigits(digitsOf(person.phone))
  const name = folded(person.name)
  const location = person.location === undefined ? undefined : folded(person.location)
  return [
    ...new Set([
      ...placesWith(memory, email, ([, , emails = '']) => emails.split(' ').includes(email)),
      ...placesWith(memory, phone, ([, , , digits = '']) => tellingDigits(digits) === phone),
      ...placesWith(
        memory,
        name,
        ([theirs, place]) => theirs === name && (location ?? place) === place,
      ),
    ]),
  ]
}

function placesWith(memory: Memory, text: string, isIt: (fields: string[]) => boolean): number[] {
  if (text === '') return []
  return memory.placesWith(text).filter((place) => {
    const { segment, i } = memory.at(place)
    return isIt(segment.fields(i))
  })
}

function folded(text: string): string {
  return foldFast(text).replaceAll(/\s+/g, ' ').trim()
}
