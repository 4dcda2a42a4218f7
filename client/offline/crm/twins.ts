import { tellingDigits } from './heads.ts'
import type { Memory } from './memory.ts'

/** Whether another client has the same e-mail address, telephone, or name and location. */
export function hasTwin(memory: Memory, place: number): boolean {
  const { emailHashes, phoneHashes, nameHashes, count } = memory.columns
  return [emailHashes, phoneHashes, nameHashes].some((hashes) => {
    const hash = hashes[place] ?? 0
    const all = hashes.subarray(0, count)
    // The first is at the latest the client's own.
    for (let other = hash && all.indexOf(hash); hash && other !== -1; ) {
      if (other !== place && memory.isLive(other) && areAlike(memory, place, other)) return true
      other = all.indexOf(hash, other + 1)
    }
    return false
  })
}

/** By the texts themselves, and unless the owner has told them apart. */
function areAlike(memory: Memory, one: number, other: number): boolean {
  const [a, b] = [memory.at(one), memory.at(other)]
  const [name, location, emails = '', digits = ''] = a.segment.fields(a.i)
  const [otherName, otherLocation, otherEmails = '', otherDigits = ''] = b.segment.fields(b.i)
  const phone = tellingDigits(digits)
  const [email = ''] = emails.split(' ', 1)
  const alike =
    (email !== '' && email === otherEmails.split(' ', 1)[0]) ||
    (phone !== '' && phone === tellingDigits(otherDigits)) ||
    (location !== '' && name === otherName && location === otherLocation)
  const [id, otherId] = [a.segment.id(a.i), b.segment.id(b.i)]
  const apart = a.segment.apart(a.i).includes(otherId) || b.segment.apart(b.i).includes(id)
  return alike && !apart
}
