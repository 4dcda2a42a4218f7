import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import { createJourney, deleteJourney, MAX_DAYS } from '#client/desk/journeys/journey-edits.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { Enquiry, Person } from '#client/desk/queries/client-link-component.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomName } from '#client/lib/encrypt.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { type Client, type ClientField, emptyClient } from '#shared/clients/client-fields.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { trimFields } from './form/client-validation.ts'

interface PlanJourneyProps {
  person: Person & { enquiry: Enquiry }
  /** The client who the person is; without it, one is added. */
  clientId?: string
}

/** One press for the journey that an enquiry asks for, and its client. */
export function PlanJourney({ person, clientId }: PlanJourneyProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { busy, run } = useOneAtATime()
  const [hasFailed, setFailed] = useState(false)
  const plan = async () => {
    setFailed(false)
    try {
      const journey = await planJourney({ person, clientId, back: pathname })
      await navigate(`/admin/journeys/${journey}`)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <TextAction
        onClick={() => void run(plan)}
        disabledReason={busy ? 'This is being saved.' : undefined}
      >
        {clientId === undefined ? 'Add client and journey' : 'Plan the journey'}
      </TextAction>
      {hasFailed ? <span role="alert">This could not be saved on this device.</span> : null}
    </>
  )
}

interface Enquirer {
  person: Person & { enquiry: Enquiry }
  /** The client who the person is; undefined adds one. */
  clientId: string | undefined
  /** The address that the undo opens. */
  back: string
}

/**
 * Plans the journey that a person asks for, and adds the person as a client, or the answers to the
 * client who it is: all of it or, after a failure, nothing. Returns the journey's id.
 */
async function planJourney({ person, clientId, back }: Enquirer): Promise<string> {
  const { name, enquiry } = person
  const known = clientId === undefined ? undefined : await getData().clients.get(clientId)
  const about = { coll: 'client', id: known?.id ?? randomName() } as const
  const { title, start, dayCount, travellers } = enquiry.journey
  const { id, edits } = createJourney({
    ...{ title, travellers, start, clients: [about.id] },
    dayCount: Math.min(dayCount, MAX_DAYS),
  })
  const before = known?.client ?? emptyClient
  const fields = known ? addAnswers(before, enquiry.fields) : listFields(person)
  const set = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !isSameValue(value, read(before, field))),
  )
  const base = Object.fromEntries(Object.keys(set).map((field) => [field, read(before, field)]))
  await getData().records.edit([{ ...about, op: 'set', base, set, rev: known?.rev ?? 0 }, ...edits])
  setLastDeletion({
    key: `planned ${id}`,
    title: name,
    text: known
      ? `The journey “${title}” is planned, and the answers are in the client’s notes.`
      : `${name} is added, with the journey “${title}”.`,
    deletedAt: systemClock(),
    undo: async () => {
      const { clients, journeys, records } = getData()
      const [now, planned] = await Promise.all([clients.get(about.id), journeys.get(id)])
      const rev = now?.rev ?? 0
      await records.edit([
        ...(planned ? deleteJourney(planned) : []),
        known
          ? { ...about, op: 'set', base: set, set: base, rev }
          : { ...about, op: 'delete', rev },
      ])
      return back
    },
  })
  return id
}

const read = (client: Client, field: string): unknown => client[field as ClientField]

function listFields({ name, email, phone, enquiry }: Enquirer['person']): Partial<Client> {
  return trimFields({ ...emptyClient, name, email, phone, ...enquiry.fields })
}

/** The answers beside what is known: a new allergy before it, all others after it. */
function addAnswers(
  { notes, specialRequests }: Client,
  { notes: answers = '', specialRequests: allergies = '' }: Partial<Client>,
): Partial<Client> {
  const withAllergies = [allergies, specialRequests].filter(Boolean).join('\n')
  // What the owner wrote is never cut: if there is no room, the allergies are in the notes alone.
  const isAdded = !specialRequests.includes(allergies) && withAllergies.length <= 4000
  return {
    ...(isAdded && { specialRequests: withAllergies }),
    // A second press does not add the answers again.
    ...(!notes.includes(answers) && {
      notes: [notes, answers].filter(Boolean).join('\n\n').slice(0, 20_000),
    }),
  }
}
