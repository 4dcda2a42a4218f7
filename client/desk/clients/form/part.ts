import type { Client } from '#shared/clients/schema.ts'

/** What each part of the form gets. */
export interface PartProps {
  fields: Client
  change: (fields: Partial<Client>) => void
  /** What is wrong with the control of this name. */
  errorOf: (control: string) => string | undefined
}
