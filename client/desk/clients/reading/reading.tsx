import { NewClient } from '#client/desk/clients/form/new-client.tsx'
import { MergeClients } from '#client/desk/clients/merge/merge-clients.tsx'
import { NEW } from '#client/desk/clients/new.ts'
import { ClientReading } from './client-reading.tsx'

interface ReadingProps {
  id: string
  part: string | undefined
  other: string | undefined
}

/** One client beside the list: read, edited, added, or laid beside another. */
export function Reading({ id, part, other }: ReadingProps) {
  if (part === 'merge' && other) return <MergeClients key={`${id} ${other}`} {...{ id, other }} />
  return id === NEW ? <NewClient /> : <ClientReading key={id} id={id} part={part} />
}
