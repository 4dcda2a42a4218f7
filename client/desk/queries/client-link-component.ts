import type { ComponentType } from 'react'
import type { Client } from '#shared/clients/client-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'

/** A person who booked or sent a form. */
export interface Person {
  name: string
  email: string
  phone: string
  enquiry?: Enquiry | undefined
}

/** What a person says in an enquiry. */
export interface Enquiry {
  /** For the fields of a client. */
  fields: Partial<Client>
  /** The journey that the person asks for. */
  journey: {
    title: string
    /** The first day; empty if none is given. */
    start: PlainDate | ''
    dayCount: number
    /** Names of those who come along. */
    travellers: string[]
  }
}

/**
 * Shows whether a person is a client. A prop, because the component belongs to another part of the
 * desk.
 */
export type ClientLinkComponent = ComponentType<{ person: Person }>
