import type { ComponentType } from 'react'

/** Somebody who booked or wrote. */
export interface Person {
  name: string
  email: string
  phone: string
}

/** Tells which client of the book somebody is; handed in, as it belongs to another part of the desk. */
export type ClientOf = ComponentType<{ person: Person }>
