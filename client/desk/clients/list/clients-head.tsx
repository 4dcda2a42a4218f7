import type { ClientQuery, ClientSort } from '#client/book/store/types.ts'
import type { Clients } from '#client/book/use-book.ts'
import { countWords } from '#client/desk/clients/value-words.ts'
import { Iconed } from '#client/desk/kit/button.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { countText } from '#shared/lib/number-words.ts'
import styles from './clients-head.module.css'

type Counts = Pick<Clients, 'searched' | 'total' | 'all' | 'loading'>

interface ClientsHeadProps {
  query: ClientQuery
  setQuery: (change: Partial<ClientQuery>) => void
  counts: Counts
  /** Whether the form for a new client is open. */
  adding: boolean
}

const sorts: { value: ClientSort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'location', label: 'By place' },
  { value: 'lastContact', label: 'By last contact' },
  { value: 'recent', label: 'Latest changes' },
]

/** The head of the list: search, sorting and the count. */
export function ClientsHead({ query, setQuery, counts, adding }: ClientsHeadProps) {
  return (
    <>
      <div className={`${layout.between} ${styles.row}`}>
        <h2>Clients</h2>
        <AddClient disabled={adding} />
      </div>
      <SearchBox
        label="Search clients"
        hint="Name, place, trip or preference"
        value={query.text}
        onChange={(text) => setQuery({ text })}
      />
      <div className={`${type.fine} ${styles.foot}`}>
        <p role="status">{foundWords(counts)}</p>
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

/**
 * `8 clients, all available offline` or `3 of 8 clients`. No number while more clients arrive: a
 * screen reader would read out each one.
 */
export function foundWords({ searched, total, all, loading }: Counts): string {
  if (loading) return all === 0 ? '' : 'Loading more clients'
  const clients = countWords(all, 'client')
  if (searched.trim() !== '') return `${countText(total)} of ${clients}`
  return all === 0 ? 'No clients' : `${clients}, ${all === 1 ? '' : 'all '}available offline`
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
