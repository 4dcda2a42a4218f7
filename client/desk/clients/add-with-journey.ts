import { getData } from '#client/data/data-client.ts'
import { createJourney, deleteJourney, MAX_DAYS } from '#client/desk/journeys/journey-edits.ts'
import type { Enquiry, Person } from '#client/desk/queries/client-link-component.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomName } from '#client/lib/encrypt.ts'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'
import { trimFields } from './form/client-validation.ts'

/**
 * Adds a person as a client and plans the journey that they ask for: both or, after a failure,
 * neither. `back` is the address that the undo opens. Returns the journey's id.
 */
export async function addWithJourney(
  { name, email, phone, enquiry }: Person & { enquiry: Enquiry },
  back: string,
): Promise<string> {
  const client = randomName()
  const { title, start, dayCount, travellers } = enquiry.journey
  const { id, edits } = createJourney({
    ...{ title, travellers, start, clients: [client] },
    dayCount: Math.min(dayCount, MAX_DAYS),
  })
  const fields = trimFields({ ...emptyClient, name, email, phone, ...enquiry.fields })
  const set = Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => !isSameValue(value, emptyClient[field as keyof typeof emptyClient]),
    ),
  )
  const base = Object.fromEntries(
    Object.keys(set).map((field) => [field, emptyClient[field as keyof typeof emptyClient]]),
  )
  await getData().records.edit([
    { coll: 'client', id: client, op: 'set', base, set, rev: 0 },
    ...edits,
  ])
  setLastDeletion({
    key: `added ${client}`,
    title: name,
    text: `${name} is added, with the journey “${title}”.`,
    deletedAt: systemClock(),
    undo: async () => {
      await remove(client, id)
      return back
    },
  })
  return id
}

async function remove(client: string, journey: string): Promise<void> {
  const { clients, journeys, records } = getData()
  const [person, planned] = await Promise.all([clients.get(client), journeys.get(journey)])
  await records.edit([
    ...(planned ? deleteJourney(planned) : []),
    ...(person
      ? [{ coll: 'client' as const, id: client, op: 'delete' as const, rev: person.rev }]
      : []),
  ])
}
