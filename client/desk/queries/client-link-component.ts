import type { ComponentType } from 'react'

/** A person who booked or sent a form. */
export interface Person {
  name: string
  email: string
  phone: string
}

/**
 * Shows whether a person is a client. A prop, because the component belongs to another part of the
 * desk.
 */
export type ClientLinkComponent = ComponentType<{ person: Person }>
