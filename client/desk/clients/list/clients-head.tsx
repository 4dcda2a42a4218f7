import type { ClientQuery, ClientSort } from '#client/book/store/types.ts'
import { Iconed } from '#client/desk/kit/button.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { PlusIcon } from '#client/ui/icons.tsx'
import styles from './clients-head.module.css'
import { type Counts, countWords } from './list-words.ts'

interface ClientsHeadProps {
  query: ClientQuery
  setQuery: (change: Partial<ClientQuery>) => void
  counts: Counts
  /** The form for a new client is open. */
  adding: boolean
}

const sorts: { value: ClientSort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'location', label: 'By place' },
  { value: 'lastContact', label: 'By last contact' },
  { value: 'recent', label: 'Latest changes' },
]

/** What the list is about, and what narrows and orders it. */
export function ClientsHead({ query, setQuery, counts, adding }: ClientsHeadProps) {
  return (
    <>
      <div className={styles.row}>
        <h2>Clients</h2>
        <AddClient disabled={adding} />
      </div>
      <SearchBox
        label="Search clients"
        hint="Name, place, trip or preference"
        value={query.text}
        onChange={(text) => setQuery({ text })}
      />
      <div className={styles.foot}>
        <p role="status">{countWords(counts)}</p>
        <select
          aria-label="Sort"
          value={query.sort}
          onChange={({ target }) => setQuery({ sort: target.value as ClientSort })}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

function AddClient({ disabled }: { disabled: boolean }) {
  const words = (
    <Iconed>
      <PlusIcon />
      Add client
    </Iconed>
  )
  return disabled ? (
    <Button small disabled>
      {words}
    </Button>
  ) : (
    <ButtonLink small to="/admin/crm/new">
      {words}
    </ButtonLink>
  )
}
