import type { BookingStatus } from '#shared/booking/status.ts'

export const timelineKinds = ['booking', 'message', 'note', 'trip', 'change'] as const

export type TimelineKind = (typeof timelineKinds)[number]

export type TimelineSign =
  | 'call'
  | 'booking'
  | 'mail'
  | 'money'
  | 'note'
  | 'trip'
  | 'client'
  | 'edit'

/** What an entry still waits for, or what is wrong with it. */
export type TimelineMark = 'waiting' | 'conflict' | 'refused'

/** One thing of a client's story. */
export interface TimelineEntry {
  key: string
  /** By which filter it is shown; the beginning of it all always is. */
  kind: TimelineKind | 'beginning'
  sign: TimelineSign
  /** UTC milliseconds. */
  at: number
  /** It has a date of the owner's and no time. */
  dateOnly?: boolean
  ahead: boolean
  title: string
  text?: string
  /** Of a call. */
  status?: BookingStatus
  mark?: TimelineMark
  /** The page of the desk that tells more. */
  to?: string
}

/** The moment of reading, UTC milliseconds, and the owner's zone. */
export interface Reading {
  now: number
  zone: string
}
