import type { Dispatch } from 'react'
import type { Service } from '#shared/booking/catalogue.ts'
import type { SiteConfig } from '#shared/site/api.ts'
import type { Draft } from './draft.ts'

export const stepNames = ['details', 'payment', 'confirmed', 'other-time', 'saved'] as const

/** The steps as the address names them; no name is the calendar. */
export type StepName = (typeof stepNames)[number] | 'calendar'

export const freeSteps = ['Date and time', 'Your details', 'Confirmed'] as const

export type SubmitProblem =
  /** No answer; `full` where it could not even be queued, for want of room. */
  | { kind: 'unsent'; full: boolean }
  /** No answer to a paid booking, which is never queued. */
  | { kind: 'no connection' }
  /** `waits`: it is kept on the device, and tried again by itself. */
  | { kind: 'failed'; message: string; waits: boolean }
  | { kind: 'fields'; fields: Record<string, string> }

/** What every step of a booking works on. */
export interface Flow {
  service: Service
  draft: Draft
  change: Dispatch<Partial<Draft>>
  /** The visitor's zone, chosen or detected. */
  zone: string
  /** What the browser believes. */
  online: boolean
  /** The server gave no answer when the page opened. */
  unreachable: boolean
  /** Undefined until known. */
  config: SiteConfig | undefined
  go(step: StepName, how?: 'replace'): void
  addressOf(step: StepName): string
}
