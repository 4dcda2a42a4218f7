import { ClientReading } from './client-reading.tsx'
import { NewClient } from './form/new-client.tsx'
import { MergeClients } from './merge/merge-clients.tsx'
import { NEW } from './new.ts'

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
