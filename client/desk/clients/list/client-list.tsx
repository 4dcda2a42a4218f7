import { useRef } from 'react'
import type { ClientQuery } from '#client/book/store/types.ts'
import type { Clients } from '#client/book/use-book.ts'
import styles from './client-list.module.css'
import { ClientRow } from './client-row.tsx'
import { lengthOf } from './list-memory.ts'
import { useListKeys } from './use-list-keys.ts'
import { useRows } from './use-rows.ts'
import { useShowSaved } from './use-show-saved.ts'

interface ClientListProps {
  query: ClientQuery
  clients: Clients
  opened: string | undefined
}

/**
 * As many rows as are in sight, of however many there are. One of them is in the order of Tab; the
 * arrow keys go on from there.
 */
export function ClientList({ query, clients, opened }: ClientListProps) {
  const { line, loading } = clients
  const list = useRef<HTMLUListElement>(null)
  const count = lengthOf(clients)
  const keys = useListKeys(list, count)
  const { rows, height, reveal } = useRows({ list, count, pinned: keys.active, clients })
  useShowSaved({ list, query, opened, count, reveal })
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height }}
      aria-label="Clients"
      aria-busy={loading || undefined}
      onKeyDown={(event) => keys.move(event, reveal)}
    >
      {rows.map(({ index, start }) => (
        <ClientRow
          key={index}
          line={line(index)}
          index={index}
          count={count}
          top={start}
          opened={opened}
          inOrder={index === keys.active}
          onFocus={keys.setActive}
        />
      ))}
    </ul>
  )
}
